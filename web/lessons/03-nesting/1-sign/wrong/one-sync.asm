; All three ways meet at one point, and there is the sync.
        x = [tid]
        s = 0
        bz x, join
        positive = x > 0
        bz positive, less
        s = 1
        jump join
less:   s = -1
join:   sync
        a = tid + warp_size
        [a] = s
        stop
