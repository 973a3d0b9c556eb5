; The branch jumps over the negation, and then everyone goes on.
        x = [tid]
        negative = x < 0
        bz negative, join
        x = 0 - x
join:   a = tid + warp_size
        [a] = x
        stop
