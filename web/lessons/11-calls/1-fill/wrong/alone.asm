; Thought: each thread has a row, so it fills its row.
        a = tid + 100
        n = [a]
        bz n, skip
        a = tid + 200
        v = [a]
        row = tid * 64
        row = row + 1024
        i = 0
loop:   more = i < n
        bz more, filled
        b = row + i
        [b] = v
        i = i + 1
        jump loop
filled: sync
skip:   sync
        stop
