; Thought: the last round is like the others.
        n = [0]
        limit = [1]
        below = 1 << tid
        below = below - 1
        base = 0
        first = 0
round:  more = first < n
        bz more, over
        a = first + tid
        a = a + 1024
        x = [a]
        keep = x > limit
        votes = ballot keep
        before = votes & below
        before = popc before
        bz keep, stored
        a = base + before
        a = a + 4096
        [a] = x
stored: sync
        votes = popc votes
        base = base + votes
        first = first + warp_size
        jump round
over:   sync
        [2] = base
        stop
