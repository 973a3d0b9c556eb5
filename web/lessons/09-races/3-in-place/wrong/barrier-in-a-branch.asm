; Thought: only the last thread of a warp needs a word of another warp.
        total = [0]
        g = wid * warp_size
        g = g + tid
        a = g + 100
        x = [a]
        b = g + 1
        b = b % total
        b = b + 100
        y = [b]
        x = x + y
        last = tid + 1
        last = last == warp_size
        bz last, join
        barrier
join:   sync
        [a] = x
        stop
