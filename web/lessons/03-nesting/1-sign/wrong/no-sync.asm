; Every thread gets to the store in the end.
        x = [tid]
        s = 0
        bz x, join
        s = 1
        negative = x < 0
        bz negative, join
        s = -1
join:   a = tid + warp_size
        [a] = s
        stop
