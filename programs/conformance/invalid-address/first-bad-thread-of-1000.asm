; invalid-address: threads 600 and above are bad, thread 600 names the trap.
.threads 1000
.buffer OUT 0 600
        [tid] = 1
        stop
.expect trap invalid-address 4
.expect memory 599: _
.covers invalid-address
