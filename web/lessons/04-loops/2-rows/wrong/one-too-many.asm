; i goes from 0 to n.
        n = [tid]               ; how many words
        a = tid + warp_size
        p = [a]                 ; where the first one is
        s = 0
        i = 0
loop:   more = i <= n
        bz more, done
        q = p + i
        x = [q]
        s = s + x
        i = i + 1
        jump loop
done:   sync
        a = a + warp_size
        [a] = s
        stop
