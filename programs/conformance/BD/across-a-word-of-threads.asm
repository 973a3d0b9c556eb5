; Halves that mix the threads 31, 32 and 63: each thread is in exactly one.
.threads 64
.memory 0: 0 0 0
        c = tid % 31            ; 0 in 0, 31 and 62
        bz c, few
        n = atomic_inc [0]
        jump join
few:    n = atomic_inc [1]
        [tid] = n
join:   sync
        n = atomic_inc [2]
        stop
.expect stop
.expect active 0-63
.expect memory 1: 3 64
.expect memory 31: 2
.expect memory 62: 3
.covers BD
