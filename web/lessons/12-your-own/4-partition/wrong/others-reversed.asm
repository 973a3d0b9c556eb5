; Thought: fill the smaller words in from the left and the others from the right.
        p = [0]
        a = tid + 100
        x = [a]
        small = x < p
        votes = ballot small
        total = popc votes
        below = 1 << tid
        below = below - 1
        before = votes & below
        before = popc before
        bz small, other
        to = before
        jump set
other:  to = warp_size - 1
        to = to - tid
        to = to + before
set:    sync
        to = to + 100
        [to] = x
        [1] = total
        stop
