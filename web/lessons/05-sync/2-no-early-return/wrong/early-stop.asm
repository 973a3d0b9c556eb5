; A thread without a word has nothing to do: it stops.
        n = [0]
        has = tid < n
        bnz has, work
        stop
work:   sync
        a = tid + 1
        x = [a]
        vote = x > 0
        votes = ballot vote
        count = popc votes
        a = tid + 100
        [a] = count
        stop
