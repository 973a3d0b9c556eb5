; The two syncs must come after a line of their own.
        x = [tid]
        low = x < 10
        bz low, other
        x = x + 100
        jump join
other:  high = x > 50
        bz high, join
        x = x / 2
join:   y = x
        sync
        sync
        a = tid + warp_size
        [a] = x
        stop
