; Table B is eight words further.
        odd = tid % 2
        a = odd * 8
        a = a + tid
        x = [a]
        b = tid + 16
        [b] = x
        stop
