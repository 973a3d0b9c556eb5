        x = [tid]
        large = x > 99
        bz large, join          ; if all are small, nobody does the rest
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
