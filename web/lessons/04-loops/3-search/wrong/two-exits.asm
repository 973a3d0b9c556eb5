; Both ways out lead to the sync.
        key = [tid]
        m = [99]                ; the length of the table
        i = 0
        r = -1
loop:   more = i < m
        bz more, done
        p = i + 100
        x = [p]
        other = x != key
        bz other, found
        i = i + 1
        jump loop
found:  r = i
done:   sync
        a = tid + warp_size
        [a] = r
        stop
