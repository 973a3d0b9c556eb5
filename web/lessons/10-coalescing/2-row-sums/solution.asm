; The warp loads one row after another, and adds it up with atomics on one word.
        r = 0
rows:   more = r < warp_size
        bz more, done
        a = r * warp_size
        a = a + tid
        a = a + 1024
        x = [a]
        a = r + 4096
        old = fetch_add [a], x
        r = r + 1
        jump rows
done:   sync
        stop
