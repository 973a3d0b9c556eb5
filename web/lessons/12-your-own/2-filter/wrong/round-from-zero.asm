; Thought: the ballot says where each word goes.
        n = [0]
        limit = [1]
        below = 1 << tid
        below = below - 1
        first = 0
round:  more = first < n
        bz more, over
        keep = 0
        i = first + tid
        inside = i < n
        bz inside, known
        a = i + 1024
        x = [a]
        keep = x > limit
known:  sync
        votes = ballot keep
        before = votes & below
        before = popc before
        bz keep, stored
        a = before + 4096
        [a] = x
        c = atomic_inc [2]
stored: sync
        first = first + warp_size
        jump round
over:   sync
        stop
