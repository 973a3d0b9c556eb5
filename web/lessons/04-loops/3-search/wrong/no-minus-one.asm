; When a thread leaves, i is the position.
        key = [tid]
        m = [99]                ; the length of the table
        i = 0
        on = i < m
loop:   bz on, done
        p = i + 100
        x = [p]
        other = x != key
        i = i + other
        on = i < m
        on = on & other
        jump loop
done:   sync
        r = i
        a = tid + warp_size
        [a] = r
        stop
