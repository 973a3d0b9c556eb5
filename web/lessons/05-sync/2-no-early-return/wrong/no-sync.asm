; Threads without a word jump to the vote, where all meet.
        n = [0]
        has = tid < n
        vote = 0
        bz has, ready
        a = tid + 1
        x = [a]
        vote = x > 0
ready:  votes = ballot vote
        count = popc votes
        a = tid + 100
        [a] = count
        stop
