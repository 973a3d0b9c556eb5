; One loop is enough.
        n1 = [tid]
        a = tid + warp_size
        n2 = [a]
        a = a + warp_size
        p = [a]
        s = 0
loop:   bz n1, done
        x = [p]
        s = s + x
        p = p + 1
        n1 = n1 - 1
        jump loop
done:   sync
        a = a + warp_size
        [a] = s
        stop
