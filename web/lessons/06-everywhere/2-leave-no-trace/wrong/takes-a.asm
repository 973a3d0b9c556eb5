; a is the variable for addresses.
        x = [tid]
        a = tid + warp_size
        neg = x < 0
        bz neg, join
        everywhere
        a = 2 * warp_size
        a = a + tid
        [a] = 0
        end_everywhere
join:   sync
        [a] = x
        stop
