; The block should be short: the address comes before it.
        x = [tid]
        a = tid + warp_size
        neg = x < 0
        bz neg, join
        b = 2 * warp_size
        b = b + tid
        everywhere
        [b] = 0
        end_everywhere
join:   sync
        [a] = x
        stop
