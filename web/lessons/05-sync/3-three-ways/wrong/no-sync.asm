; Both branches lead to join, where the threads meet.
        x = [tid]
        neg = x < 0
        bz neg, rest
        s = -1
        jump join
rest:   s = 0
        pos = x > 0
        bz pos, join
        s = 1
join:   a = tid + warp_size
        [a] = s
        stop
