        x = [tid]
        s = 0
        bz x, outer
        positive = x > 0
        bz positive, less
        s = 1
        jump inner
less:   s = -1
inner:  sync                    ; 1 and -1
outer:  sync                    ; and those with 0
        a = tid + warp_size
        [a] = s
        stop
