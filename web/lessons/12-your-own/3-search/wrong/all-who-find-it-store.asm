; Thought: store the position that was found.
        n = [0]
        m = [1]
        last = n - m
        i = tid
scan:   more = i <= last
        bz more, over
        same = 1
        j = 0
words:  go = j < m
        go = go & same
        bz go, known
        a = j + 512
        y = [a]
        a = i + j
        a = a + 1024
        x = [a]
        same = x == y
        j = j + 1
        jump words
known:  sync
        bz same, next
        [2] = i
next:   sync
        i = i + warp_size
        jump scan
over:   sync
        stop
