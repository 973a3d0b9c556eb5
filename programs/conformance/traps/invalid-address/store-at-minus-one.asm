; invalid-address: a store by thread 0, whose address is -1; thread 1 has not stored.
.threads 2
        a = tid - 1
        [a] = 3
        stop
.expect trap invalid-address 4
.expect memory 0: _
.covers invalid-address
