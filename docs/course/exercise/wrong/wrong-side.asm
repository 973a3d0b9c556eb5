; "bz jumps if the condition holds."
        x = [tid]
        over = x > 100
        bz over, small
        jump join
small:  x = 100
join:   sync
        a = tid + warp_size
        [a] = x
        stop
