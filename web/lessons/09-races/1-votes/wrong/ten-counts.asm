; Thought: 10 is enough.
        a = wid * warp_size
        a = a + tid
        a = a + 100
        x = [a]
        few = x < 10
        bnz few, join
        n = atomic_inc [0]
join:   sync
        stop
