; `even` is 1 in the even threads, and moves the address.
        odd = tid % 2
        even = 1 - odd
        a = even * warp_size
        a = a + tid
        x = [a]
        a = warp_size * 2
        a = a + tid
        [a] = x
        stop
