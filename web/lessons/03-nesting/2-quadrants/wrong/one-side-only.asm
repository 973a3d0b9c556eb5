; On the right there are 1 and 4, on the left 2.
        x = [tid]
        a = tid + warp_size
        y = [a]
        left = x < 0
        below = y < 0
        bz left, right
        q = 2
        jump join
right:  q = 1
        bz below, both
        q = 4
both:   sync
join:   sync
        a = a + warp_size
        [a] = q
        stop
