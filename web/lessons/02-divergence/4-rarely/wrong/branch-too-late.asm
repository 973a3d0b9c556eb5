; Compute the sum, and use it only if the word is large.
        x = [tid]
        h = x / 100
        t = x / 10
        t = t % 10
        o = x % 10
        d = h + t
        d = d + o
        large = x > 99
        bz large, join
        x = d
join:   sync
        a = tid + warp_size
        [a] = x
        stop
