; One sync where all four ways meet.
        x = [tid]
        a = tid + warp_size
        y = [a]
        left = x < 0
        below = y < 0
        bz left, right
        bz below, upper
        q = 3
        jump join
upper:  q = 2
        jump join
right:  bz below, first
        q = 4
        jump join
first:  q = 1
join:   sync
        a = a + warp_size
        [a] = q
        stop
