; Thought: the letter before is in the lane before.
        n = [0]
        i = tid
round:  more = i < n
        bz more, over
        a = i + 100
        c = [a]
        k = tid - 1
        k = max k, 0
        before = c
        shfl before, k
        blank = before == 0
        first = tid == 0
        blank = blank | first
        begin = c != 0
        begin = begin & blank
        bz begin, join
        k = atomic_inc [1]
join:   sync
        i = i + warp_size
        jump round
over:   sync
        stop
