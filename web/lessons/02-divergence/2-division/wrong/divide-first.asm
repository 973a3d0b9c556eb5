; Divide, and replace the quotient where the divisor was 0.
        n = [tid]
        a = tid + warp_size
        d = [a]
        q = n / d
        bnz d, join
        q = -1
join:   sync
        a = a + warp_size
        [a] = q
        stop
