; Skipping one line is not worth a sync.
        x = [tid]
        keep = x > 0
        votes = ballot keep
        count = popc votes
        [99] = count
        before = 1 << tid
        before = before - 1
        rank = votes & before
        rank = popc rank
        a = rank + 100
        bz keep, skip
        [a] = x
skip:   stop
