; One loop, as long as the longer list.
        n1 = [tid]
        a = tid + warp_size
        n2 = [a]
        a = a + warp_size
        p = [a]
        s = 0
        n = max n1, n2
loop:   bz n, done
        x = [p]
        s = s + x
        p = p + 1
        n = n - 1
        jump loop
done:   sync
        a = a + warp_size
        [a] = s
        stop
