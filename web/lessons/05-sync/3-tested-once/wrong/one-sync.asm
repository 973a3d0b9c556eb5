; One sync too many: the trap is at the second.
        x = [tid]
        low = x < 10
        bz low, other
        x = x + 100
        jump join
other:  high = x > 50
        bz high, join
        x = x / 2
join:   sync
        a = tid + warp_size
        [a] = x
        stop
