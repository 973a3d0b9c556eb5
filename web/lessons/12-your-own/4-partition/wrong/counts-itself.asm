; Thought: the bits up to tid are those of the threads up to this one.
        p = [0]
        a = tid + 100
        x = [a]
        small = x < p
        votes = ballot small
        total = popc votes
        below = 2 << tid
        below = below - 1
        before = votes & below
        before = popc before
        bz small, other
        to = before
        jump set
other:  to = total + tid
        to = to - before
set:    sync
        to = to + 100
        [to] = x
        [1] = total
        stop
