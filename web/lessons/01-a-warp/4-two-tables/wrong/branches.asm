; If the thread is odd, load from the other table.
        odd = tid % 2
        a = tid
        bz odd, load
        a = tid + warp_size
load:   sync
        x = [a]
        a = warp_size * 2
        a = a + tid
        [a] = x
        stop
