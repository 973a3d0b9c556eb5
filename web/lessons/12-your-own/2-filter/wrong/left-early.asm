; Thought: a thread leaves the loop when it has no more words.
        n = [0]
        limit = [1]
        below = 1 << tid
        below = below - 1
        base = 0
        i = tid
round:  more = i < n
        bz more, over
        a = i + 1024
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
        i = i + warp_size
        jump round
over:   sync
        [2] = base
        stop
