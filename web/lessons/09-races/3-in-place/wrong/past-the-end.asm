; Thought: the next word is at the next address.
        g = wid * warp_size
        g = g + tid
        a = g + 100
        x = [a]
        b = a + 1
        y = [b]
        x = x + y
        barrier
        [a] = x
        stop
