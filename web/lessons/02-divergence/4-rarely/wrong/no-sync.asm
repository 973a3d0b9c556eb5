; Small words go straight to the store.
        x = [tid]
        large = x > 99
        bz large, store
        h = x / 100
        t = x / 10
        t = t % 10
        o = x % 10
        x = h + t
        x = x + o
store:  a = tid + warp_size
        [a] = x
        stop
