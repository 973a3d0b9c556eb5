; invalid-address: where a buffer of no words is all there is, no address is valid.
.threads 1
.buffer NONE 0 0
        [NONE] = 1
        stop
.expect trap invalid-address 4
.covers invalid-address
