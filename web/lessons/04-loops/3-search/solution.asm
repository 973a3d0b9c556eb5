        key = [tid]
        m = [99]                ; the length of the table
        i = 0
        r = -1
loop:   more = i < m
        missing = r < 0
        on = more & missing
        bz on, done             ; the only way out
        p = i + 100
        x = [p]
        same = x == key
        bz same, next           ; a conditional in the loop
        r = i
next:   sync
        i = i + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = r
        stop
