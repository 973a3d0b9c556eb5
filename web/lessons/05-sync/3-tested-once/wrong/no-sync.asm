; The trap is at a sync, so the syncs are wrong.
        x = [tid]
        low = x < 10
        bz low, other
        x = x + 100
        jump join
other:  high = x > 50
        bz high, join
        x = x / 2
join:   a = tid + warp_size
        [a] = x
        stop
