; Thought: each caller adds up its list; the block is there because it must be.
        a = tid + 100
        start = [a]
        a = tid + 200
        n = [a]
        bz n, skip
        everywhere
        end_everywhere
        sum = 0
        i = 0
loop:   more = i < n
        bz more, added
        b = start + i
        x = [b]
        sum = sum + x
        i = i + 1
        jump loop
added:  sync
        a = tid + 300
        [a] = sum
skip:   sync
        stop
