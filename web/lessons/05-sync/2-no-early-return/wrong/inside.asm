; If there is a word, do it all; else skip it all.
        n = [0]
        has = tid < n
        bz has, done
        a = tid + 1
        x = [a]
        vote = x > 0
        votes = ballot vote
        count = popc votes
        a = tid + 100
        [a] = count
done:   sync
        stop
