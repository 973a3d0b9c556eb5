; Thought: load a row together, and let the threads add their words one at a time.
        r = 0
rows:   more = r < warp_size
        bz more, done
        a = r * warp_size
        a = a + tid
        a = a + 1024
        x = [a]
        a = r + 4096
        odd = tid & 1
        bz odd, even
        old = fetch_add [a], x
        jump both
even:   old = fetch_add [a], x
both:   sync
        r = r + 1
        jump rows
done:   sync
        stop
