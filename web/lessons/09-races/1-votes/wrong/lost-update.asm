; Thought: load the counter, add one, store it, as in a program with one thread.
        a = wid * warp_size
        a = a + tid
        a = a + 100
        x = [a]
        vote = x > 10
        bz vote, join
        n = [0]
        n = n + 1
        [0] = n
join:   sync
        stop
