; The comparison must come after the sync; the ballot can stay.
        x = [tid]
        neg = x < 0
        bz neg, join
        x = 0 - x
join:   big = x > 4
        votes = ballot big
        sync
        count = popc votes
        a = tid + warp_size
        [a] = count
        stop
