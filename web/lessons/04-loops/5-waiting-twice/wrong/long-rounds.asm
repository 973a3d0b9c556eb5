; One loop; each round counts down the right list.
        n1 = [tid]
        a = tid + warp_size
        n2 = [a]
        a = a + warp_size
        p = [a]
        s = 0
loop:   n = n1 + n2
        bz n, done
        x = [p]
        s = s + x
        p = p + 1
        bz n1, second
        n1 = n1 - 1
        jump next
second: n2 = n2 - 1
next:   sync
        jump loop
done:   sync
        a = a + warp_size
        [a] = s
        stop
