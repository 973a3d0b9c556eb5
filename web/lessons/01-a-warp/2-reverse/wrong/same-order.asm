; Both addresses count down.
        last = warp_size - 1
        a = last - tid
        x = [a]
        a = a + warp_size
        [a] = x
        stop
