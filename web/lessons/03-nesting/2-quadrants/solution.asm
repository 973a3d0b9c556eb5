        x = [tid]
        a = tid + warp_size
        y = [a]
        left = x < 0
        below = y < 0
        bz left, right
        bz below, upper         ; in the left half
        q = 3
        jump both
upper:  q = 2
both:   sync
        jump join
right:  bz below, first         ; in the right half
        q = 4
        jump both2
first:  q = 1
both2:  sync
join:   sync
        a = a + warp_size
        [a] = q
        stop
