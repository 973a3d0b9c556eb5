; Only the threads that keep a word have something to count.
        x = [tid]
        keep = x > 0
        bz keep, skip
        votes = ballot 1
        count = popc votes
        [99] = count
        before = 1 << tid
        before = before - 1
        rank = votes & before
        rank = popc rank
        a = rank + 100
        [a] = x
skip:   sync
        stop
