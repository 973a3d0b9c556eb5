; After the sync all threads have their vote.
        n = [0]
        has = tid < n
        bz has, ready
        a = tid + 1
        x = [a]
        vote = x > 0
ready:  sync
        votes = ballot vote
        count = popc votes
        a = tid + 100
        [a] = count
        stop
