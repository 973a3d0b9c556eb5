; bz branches to the code for the case that is true.
        x = [tid]
        negative = x < 0
        bnz negative, join
        x = 0 - x
join:   sync
        a = tid + warp_size
        [a] = x
        stop
