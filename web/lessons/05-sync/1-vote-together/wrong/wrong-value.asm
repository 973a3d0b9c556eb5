; The vote comes before the branch, where all threads are active.
        x = [tid]
        big = x > 4
        votes = ballot big
        count = popc votes
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   sync
        a = tid + warp_size
        [a] = count
        stop
