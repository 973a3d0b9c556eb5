; Thought: what is not a blank counts.
        n = [0]
        i = tid
round:  more = i < n
        bz more, over
        a = i + 100
        c = [a]
        bz c, join
        k = atomic_inc [1]
join:   sync
        i = i + warp_size
        jump round
over:   sync
        stop
