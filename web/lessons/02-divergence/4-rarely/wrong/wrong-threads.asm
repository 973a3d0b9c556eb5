; `bnz large`: the condition is that the word is large.
        x = [tid]
        large = x > 99
        bnz large, join
        h = x / 100
        t = x / 10
        t = t % 10
        o = x % 10
        x = h + t
        x = x + o
join:   sync
        a = tid + warp_size
        [a] = x
        stop
