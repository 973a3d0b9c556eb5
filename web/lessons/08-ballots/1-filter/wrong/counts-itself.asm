; All threads up to this one.
        x = [tid]
        keep = x > 0
        votes = ballot keep
        count = popc votes
        [99] = count
        upto = 2 << tid
        upto = upto - 1
        rank = votes & upto
        rank = popc rank
        a = rank + 100
        bz keep, skip
        [a] = x
skip:   sync
        stop
