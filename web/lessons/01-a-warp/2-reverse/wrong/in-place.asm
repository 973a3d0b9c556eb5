; Reversed is reversed.
        x = [tid]
        a = warp_size - 1
        a = a - tid
        [a] = x
        stop
