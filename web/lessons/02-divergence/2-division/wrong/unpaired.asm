; Each side ends with its own sync.
        n = [tid]
        a = tid + warp_size
        d = [a]
        q = -1
        bz d, join
        q = n / d
        sync
join:   a = a + warp_size
        [a] = q
        stop
