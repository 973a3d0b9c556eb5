; The threads with a zero go to `zero`.
        n = [tid]
        a = tid + warp_size
        d = [a]
        bz d, zero
        q = n / d
zero:   q = -1
        sync
        a = a + warp_size
        [a] = q
        stop
