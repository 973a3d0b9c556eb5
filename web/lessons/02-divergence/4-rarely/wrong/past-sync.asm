; The sync belongs to those that do the work.
        x = [tid]
        large = x > 99
        bz large, store
        h = x / 100
        t = x / 10
        t = t % 10
        o = x % 10
        x = h + t
        x = x + o
        sync
store:  a = tid + warp_size
        [a] = x
        stop
