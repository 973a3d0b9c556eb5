; Trap order: threads 0 and 1 store different words to one address, thread 2's address is invalid: that comes first.
.threads 3
        a = tid / 2
        a = 0 - a           ; 0 0 -1
        [a] = tid
        stop
.expect trap invalid-address 5
.expect memory 0: _
.covers invalid-address
