; A thread that fails a test goes to the sync.
        x = [tid]
        r = 0
        bz x, join
        q = 100 / x
        large = q > 10
        bz large, join
        r = 1
join:   sync
        a = tid + warp_size
        [a] = r
        stop
