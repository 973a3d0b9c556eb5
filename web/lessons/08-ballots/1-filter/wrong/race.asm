; The number of votes is the next free element.
        x = [tid]
        keep = x > 0
        votes = ballot keep
        count = popc votes
        [99] = count
        a = count + 100
        bz keep, skip
        [a] = x
skip:   sync
        stop
