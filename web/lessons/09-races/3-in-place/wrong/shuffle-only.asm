; Thought: a shuffle needs no memory, so there is nothing to race on.
        g = wid * warp_size
        g = g + tid
        a = g + 100
        x = [a]
        k = tid + 1
        k = k % warp_size
        y = x
        shfl y, k
        x = x + y
        [a] = x
        stop
