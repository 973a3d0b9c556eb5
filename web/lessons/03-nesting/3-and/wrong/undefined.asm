; r is 1 where both hold.
        x = [tid]
        bz x, outer
        q = 100 / x
        large = q > 10
        bz large, inner
        r = 1
inner:  sync
outer:  sync
        a = tid + warp_size
        [a] = r
        stop
