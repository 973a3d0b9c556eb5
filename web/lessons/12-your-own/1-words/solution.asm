; A thread counts the word that begins at its letter; the letter before is in memory.
        n = [0]
        i = tid
round:  more = i < n
        bz more, over
        a = i + 100
        c = [a]
        before = 0
        bz i, known
        a = a - 1
        before = [a]
known:  sync
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
