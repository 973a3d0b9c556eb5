; The votes of a party must not be 0.
        x = [tid]
        big = x > 9
        odd = x % 2
        bz odd, even
        high = ballot big
        jump join
even:   high = ballot big
join:   sync
        all = high != 0
        a = tid + warp_size
        [a] = all
        stop
