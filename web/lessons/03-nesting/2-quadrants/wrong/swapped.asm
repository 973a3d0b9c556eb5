; left, then below: 3; left, not below: 4.
        x = [tid]
        a = tid + warp_size
        y = [a]
        left = x < 0
        below = y < 0
        bz left, right
        q = 3
        bnz below, both
        q = 4
both:   sync
        jump join
right:  q = 2
        bnz below, both2
        q = 1
both2:  sync
join:   sync
        a = a + warp_size
        [a] = q
        stop
