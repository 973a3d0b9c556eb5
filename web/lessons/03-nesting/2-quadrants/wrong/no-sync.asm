; Four ways, and all of them get to `join`.
        x = [tid]
        a = tid + warp_size
        y = [a]
        left = x < 0
        below = y < 0
        bz left, right
        q = 3
        bnz below, join
        q = 2
        jump join
right:  q = 4
        bnz below, join
        q = 1
join:   a = a + warp_size
        [a] = q
        stop
