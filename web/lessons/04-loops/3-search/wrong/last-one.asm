; A conditional in the loop needs no second way out.
        key = [tid]
        m = [99]                ; the length of the table
        i = 0
        r = -1
loop:   more = i < m
        bz more, done
        p = i + 100
        x = [p]
        same = x == key
        bz same, next
        r = i
next:   sync
        i = i + 1
        jump loop
done:   sync
        a = tid + warp_size
        [a] = r
        stop
