; One conditional after the other, then nothing is nested.
        x = [tid]
        low = x < 10
        bz low, other
        x = x + 100
other:  sync
        high = x > 50
        bz high, join
        x = x / 2
join:   sync
        a = tid + warp_size
        [a] = x
        stop
