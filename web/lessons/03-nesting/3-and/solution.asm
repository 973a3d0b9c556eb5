        x = [tid]
        r = 0
        bz x, outer             ; the first test
        q = 100 / x
        large = q > 10
        bz large, inner         ; the second one
        r = 1
inner:  sync
outer:  sync
        a = tid + warp_size
        [a] = r
        stop
