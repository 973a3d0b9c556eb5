; "The threads over the limit have something to store."
        x = [tid]
        over = x > 100
        bz over, join
        x = 100
        a = tid + warp_size
        [a] = x
join:   sync
        stop
