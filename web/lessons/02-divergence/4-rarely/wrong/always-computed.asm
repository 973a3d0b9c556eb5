; Branches are slow; this has none.
        x = [tid]
        h = x / 100
        t = x / 10
        t = t % 10
        o = x % 10
        d = h + t
        d = d + o
        large = x > 99          ; 1 or 0
        small = 1 - large
        d = d * large           ; choose between d and x without a branch
        x = x * small
        x = x + d
        a = tid + warp_size
        [a] = x
        stop
