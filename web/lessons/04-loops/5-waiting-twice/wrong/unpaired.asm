; One loop with two tests: at the end of the first list, go on with the second.
        n1 = [tid]
        a = tid + warp_size
        n2 = [a]
        a = a + warp_size
        p = [a]
        s = 0
loop:   bz n1, second
        n1 = n1 - 1
        jump add
second: bz n2, done
        n2 = n2 - 1
add:    x = [p]
        s = s + x
        p = p + 1
        jump loop
done:   sync
        a = a + warp_size
        [a] = s
        stop
