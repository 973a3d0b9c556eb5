; Each thread takes the word of the next address.
        a = tid + 1
        a = a % warp_size
        x = [a]
        [tid] = x
        stop
