; Thought: neighbouring threads should load neighbouring words.
        sum = 0
        r = 0
rows:   more = r < warp_size
        bz more, done
        a = r * warp_size
        a = a + tid
        a = a + 1024
        x = [a]
        sum = sum + x
        r = r + 1
        jump rows
done:   sync
        a = tid + 4096
        [a] = sum
        stop
