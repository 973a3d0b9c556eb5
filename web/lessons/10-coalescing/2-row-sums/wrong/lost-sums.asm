; Thought: load the sum, add, store the sum.
        r = 0
rows:   more = r < warp_size
        bz more, done
        a = r * warp_size
        a = a + tid
        a = a + 1024
        x = [a]
        a = r + 4096
        sum = [a]
        sum = sum + x
        [a] = sum
        r = r + 1
        jump rows
done:   sync
        stop
