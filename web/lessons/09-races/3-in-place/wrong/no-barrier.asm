; Thought: all loads come before the store in lock step.
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
        [a] = x
        stop
