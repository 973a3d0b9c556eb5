; Thought: the increment counts a 1 or a 0, whatever the condition is.
        a = wid * warp_size
        a = a + tid
        a = a + 100
        x = [a]
        vote = x > 10
        n = atomic_inc [0]
        stop
