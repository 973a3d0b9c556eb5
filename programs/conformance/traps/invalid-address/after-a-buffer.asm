; invalid-address: the address after a buffer's last, in the last of 64 threads.
.threads 64
.buffer OUT 0 63
        [tid] = tid
        stop
.expect trap invalid-address 4
.expect memory 0: _ _
.covers invalid-address
