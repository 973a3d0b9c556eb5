; Thought: the ballot counts the votes of a warp, and each warp adds its number to the total.
        a = wid * warp_size
        a = a + tid
        a = a + 100
        x = [a]
        vote = x > 10
        votes = ballot vote
        votes = popc votes
        n = [0]
        n = n + votes
        [0] = n
        stop
