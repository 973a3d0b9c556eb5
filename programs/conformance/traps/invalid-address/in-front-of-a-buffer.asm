; invalid-address: the address before a buffer's first.
.threads 1
.buffer IN 10 4
        x = [9]
        stop
.expect trap invalid-address 4
.covers invalid-address
