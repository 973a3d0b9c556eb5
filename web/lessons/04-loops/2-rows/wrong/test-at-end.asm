; Add a word; if there are more, do it again.
        n = [tid]               ; how many words
        a = tid + warp_size
        p = [a]                 ; where the first one is
        s = 0
loop:   x = [p]
        s = s + x
        p = p + 1
        n = n - 1
        more = n > 0
        bnz more, loop
        sync
        a = a + warp_size
        [a] = s
        stop
