; A word is negative, or it is not.
        x = [tid]
        negative = x < 0
        bz negative, rest
        s = -1
        jump join
rest:   s = 1
join:   sync
        a = tid + warp_size
        [a] = s
        stop
