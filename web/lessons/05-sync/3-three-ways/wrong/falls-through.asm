; A branch skips the side, so no jump is needed.
        x = [tid]
        neg = x < 0
        bz neg, rest
        s = -1
rest:   s = 0
        pos = x > 0
        bz pos, zero
        s = 1
zero:   sync
        sync
        a = tid + warp_size
        [a] = s
        stop
