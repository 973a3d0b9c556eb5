; Thought: two counters, one for each group.
        p = [0]
        a = tid + 100
        x = [a]
        small = x < p
        [300] = 0
        [301] = 0
        bz small, other
        to = atomic_inc [300]
        to = to - 1
        jump set
other:  to = atomic_inc [301]
        to = to - 1
        total = [300]
        to = to + total
set:    sync
        total = [300]
        to = to + 100
        [to] = x
        [1] = total
        stop
