; Greater than 10 is "not less than 10".
        x = [tid]
        r = 0
        bz x, outer
        q = 100 / x
        less = q < 10
        bnz less, inner
        r = 1
inner:  sync
outer:  sync
        a = tid + warp_size
        [a] = r
        stop
