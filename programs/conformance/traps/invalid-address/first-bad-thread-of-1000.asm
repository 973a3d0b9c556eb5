; invalid-address: the addresses of threads 600 and above are invalid, thread 600 determines the trap.
.threads 1000
.buffer OUT 0 600
        [tid] = 1
        stop
.expect trap invalid-address 4
.expect memory 599: _
.covers invalid-address
