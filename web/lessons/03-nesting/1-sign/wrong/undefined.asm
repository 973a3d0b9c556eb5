; Threads with a 0 have nothing to set.
        x = [tid]
        bz x, outer
        positive = x > 0
        bz positive, less
        s = 1
        jump inner
less:   s = -1
inner:  sync
outer:  sync
        a = tid + warp_size
        [a] = s
        stop
