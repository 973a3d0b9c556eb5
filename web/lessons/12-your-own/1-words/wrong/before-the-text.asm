; Thought: the letter before is one address lower.
        n = [0]
        i = tid
round:  more = i < n
        bz more, over
        a = i + 100
        c = [a]
        a = a - 1
        before = [a]
        begin = c != 0
        blank = before == 0
        begin = begin & blank
        bz begin, join
        k = atomic_inc [1]
join:   sync
        i = i + warp_size
        jump round
over:   sync
        stop
