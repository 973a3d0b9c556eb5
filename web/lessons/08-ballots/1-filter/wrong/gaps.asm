; Thread t has element t of the list.
        x = [tid]
        keep = x > 0
        votes = ballot keep
        count = popc votes
        [99] = count
        a = tid + 100
        bz keep, skip
        [a] = x
skip:   sync
        stop
