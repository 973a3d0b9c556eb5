; Thought: the smaller ones count themselves in their part of the branch, the others in theirs.
        p = [0]
        a = tid + 100
        x = [a]
        small = x < p
        below = 1 << tid
        below = below - 1
        bz small, other
        votes = ballot 1
        total = popc votes
        to = votes & below
        to = popc to
        jump set
other:  votes = ballot 1
        to = votes & below
        to = popc to
        to = to + total
set:    sync
        to = to + 100
        [to] = x
        [1] = total
        stop
