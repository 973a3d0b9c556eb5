; All have voted yes if all N bits are 1.
        x = [tid]
        big = x > 9
        full = 1 << warp_size
        full = full - 1
        odd = x % 2
        bz odd, even
        high = ballot big
        jump join
even:   high = ballot big
join:   sync
        all = high == full
        a = tid + warp_size
        [a] = all
        stop
