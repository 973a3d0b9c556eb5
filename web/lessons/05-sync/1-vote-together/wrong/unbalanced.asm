; Only the threads that left the straight line must come back.
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
        sync
join:   big = x > 4
        votes = ballot big
        count = popc votes
        a = tid + warp_size
        [a] = count
        stop
