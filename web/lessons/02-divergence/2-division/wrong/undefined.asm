; Threads that cannot divide skip the division.
        n = [tid]
        a = tid + warp_size
        d = [a]
        bz d, join
        q = n / d
join:   sync
        a = a + warp_size
        [a] = q
        stop
