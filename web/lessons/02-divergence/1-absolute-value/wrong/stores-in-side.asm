; Negate, store, and join the others.
        x = [tid]
        negative = x < 0
        bz negative, join
        x = 0 - x
        a = tid + warp_size
        [a] = x
join:   sync
        stop
