; A thread that has found the key jumps out of the loop.
        key = [tid]
        m = [99]                ; the length of the table
        i = 0
        r = -1
loop:   more = i < m
        bz more, done
        p = i + 100
        x = [p]
        r = i
        other = x != key
        bz other, done
        r = -1
        i = i + 1
        jump loop
done:   a = tid + warp_size
        [a] = r
        stop
