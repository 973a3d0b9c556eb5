; A thread that fails a test jumps to the end.
        x = [tid]
        r = 0
        bz x, join
        q = 100 / x
        large = q > 10
        bz large, join
        r = 1
join:   a = tid + warp_size
        [a] = r
        stop
