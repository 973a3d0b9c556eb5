; The parties do not have to meet.
        x = [tid]
        big = x > 9
        odd = x % 2
        bz odd, even
        here = ballot 1
        high = ballot big
        jump join
even:   here = ballot 1
        high = ballot big
join:   all = here == high
        a = tid + warp_size
        [a] = all
        stop
