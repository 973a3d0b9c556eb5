; All threads load; the vote says whether the word counts.
        n = [0]
        has = tid < n
        a = tid + 1
        x = [a]
        vote = x > 0
        vote = vote & has
        votes = ballot vote
        count = popc votes
        a = tid + 100
        [a] = count
        stop
