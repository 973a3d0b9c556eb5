; Thought: tid numbers all threads of the grid.
        a = tid + 100
        x = [a]
        vote = x > 10
        bz vote, join
        n = atomic_inc [0]
join:   sync
        stop
