; The sync disturbs the vote, so it goes.
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   big = x > 4
        votes = ballot big
        count = popc votes
        a = tid + warp_size
        [a] = count
        stop
