; Thought: atomic_inc gives each thread its position, and counts as well.
        n = [0]
        limit = [1]
        i = tid
round:  more = i < n
        bz more, over
        a = i + 1024
        x = [a]
        keep = x > limit
        bz keep, stored
        a = atomic_inc [2]
        a = a + 4095
        [a] = x
stored: sync
        i = i + warp_size
        jump round
over:   sync
        stop
