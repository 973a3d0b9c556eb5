; The next address is tid + 1.
        x = [tid]
        a = tid + 1
        [a] = x
        stop
