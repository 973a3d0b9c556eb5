; The block goes on until the copy, which all threads execute.
        x = [tid]
        a = tid + warp_size
        neg = x < 0
        bz neg, join
        everywhere
        b = 2 * warp_size
        b = b + tid
        [b] = 0
join:   sync
        end_everywhere
        [a] = x
        stop
