; Threads that have nothing to do have nothing to wait for either.
        x = [tid]
        negative = x < 0
        bz negative, join
        x = 0 - x
        sync
join:   a = tid + warp_size
        [a] = x
        stop
