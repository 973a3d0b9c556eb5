; I was busy with the address, and stored the number itself.
        a = tid + 100
        [a] = tid
        stop
