; A store whose last thread has no valid address stores nothing at all.
.threads 33
.memory 0: 7 7
        a = 31 - tid            ; 31 … 0, and -1 in thread 32
        [a] = tid
        stop
.expect trap invalid-address 5
.expect active 0-32
.expect memory 0: 7 7 _
.expect steps 1
.expect stat memory_requests == 0
.covers IT invalid-address
