; Thought: inside the block all threads run, so the work is shared.
        a = tid + 200
        v = [a]
        row = tid * 64
        row = row + 1024
        a = tid + 100
        n = [a]
        bz n, skip
        everywhere
        i = tid
loop:   more = i < n
        bz more, filled
        b = row + i
        [b] = v
        i = i + warp_size
        jump loop
filled: sync
        end_everywhere
skip:   sync
        stop
