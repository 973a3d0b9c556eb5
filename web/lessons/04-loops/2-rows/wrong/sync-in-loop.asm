; The threads wait for each other in every round.
        n = [tid]               ; how many words
        a = tid + warp_size
        p = [a]                 ; where the first one is
        s = 0
loop:   bz n, done
        x = [p]
        s = s + x
        p = p + 1
        n = n - 1
        sync
        jump loop
done:   sync
        a = a + warp_size
        [a] = s
        stop
