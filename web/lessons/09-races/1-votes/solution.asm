; Only the threads with a vote reach the counter, and increment it in one instruction.
        a = wid * warp_size
        a = a + tid
        a = a + 100
        x = [a]
        vote = x > 10
        bz vote, join
        n = atomic_inc [0]
join:   sync
        stop
