        odd = tid % 2
        a = odd * warp_size     ; 0, or the distance of the tables
        a = a + tid
        x = [a]
        a = warp_size * 2
        a = a + tid
        [a] = x
        stop
