; Two sides, and then the common end.
        n = [tid]
        a = tid + warp_size
        d = [a]
        bz d, zero
        q = n / d
        jump join
zero:   q = -1
join:   a = a + warp_size
        [a] = q
        stop
