; It is right; two lists are two loops.
        n1 = [tid]
        a = tid + warp_size
        n2 = [a]
        a = a + warp_size
        p = [a]
        s = 0
first:  bz n1, second           ; the first list
        x = [p]
        s = s + x
        p = p + 1
        n1 = n1 - 1
        jump first
second: sync
rest:   bz n2, done             ; the second list
        x = [p]
        s = s + x
        p = p + 1
        n2 = n2 - 1
        jump rest
done:   sync
        a = a + warp_size
        [a] = s
        stop
