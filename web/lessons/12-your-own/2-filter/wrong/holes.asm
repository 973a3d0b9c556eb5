; Thought: in order means at the same position.
        n = [0]
        limit = [1]
        i = tid
round:  more = i < n
        bz more, over
        a = i + 1024
        x = [a]
        keep = x > limit
        bz keep, stored
        c = atomic_inc [2]
        a = i + 4096
        [a] = x
stored: sync
        i = i + warp_size
        jump round
over:   sync
        stop
