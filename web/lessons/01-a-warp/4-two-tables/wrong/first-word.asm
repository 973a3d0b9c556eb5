; The address is that of the table.
        odd = tid % 2
        a = odd * warp_size
        x = [a]
        a = warp_size * 2
        a = a + tid
        [a] = x
        stop
