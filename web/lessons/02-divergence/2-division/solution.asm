        n = [tid]
        a = tid + warp_size
        d = [a]
        bz d, zero
        q = n / d               ; only threads whose divisor is not 0
        jump join
zero:   q = -1
join:   sync
        a = a + warp_size
        [a] = q
        stop
