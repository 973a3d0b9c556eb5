; Halve and count; as long as something is left, do it again.
        x = [tid]
        n = 0
loop:   x = x / 2
        n = n + 1
        bnz x, loop
        sync
        a = tid + warp_size
        [a] = n
        stop
