; Thread t takes word t.
        n = [0]
        has = tid < n
        vote = 0
        bz has, ready
        x = [tid]
        vote = x > 0
ready:  sync
        votes = ballot vote
        count = popc votes
        a = tid + 100
        [a] = count
        stop
