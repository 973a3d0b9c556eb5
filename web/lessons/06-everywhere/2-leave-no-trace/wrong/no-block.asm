; The side of the negative words clears.
        x = [tid]
        a = tid + warp_size
        neg = x < 0
        bz neg, join
        b = 2 * warp_size
        b = b + tid
        [b] = 0
join:   sync
        [a] = x
        stop
