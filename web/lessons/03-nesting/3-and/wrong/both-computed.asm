; Two conditions and their conjunction.
        x = [tid]
        r = x != 0
        q = 100 / x
        large = q > 10
        r = r & large
        a = tid + warp_size
        [a] = r
        stop
