; Nobody leaves early.
.threads 8
.memory 0: 3 5 2 -7
        n = [0]
        has = tid < n
        vote = 0                ; of the threads without a word
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
.expect memory 100: 2 2 2 2 2 2 2 2
