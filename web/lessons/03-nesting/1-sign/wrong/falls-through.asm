; Two conditionals, two syncs.
        x = [tid]
        s = 0
        bz x, outer
        positive = x > 0
        bz positive, less
        s = 1
less:   s = -1
        sync
outer:  sync
        a = tid + warp_size
        [a] = s
        stop
