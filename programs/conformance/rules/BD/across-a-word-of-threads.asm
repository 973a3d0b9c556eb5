; Three of 64 threads branch, from both ends of the warp and its middle: each does its half as the thread it is.
.threads 64
.memory 0: 0 0 0
        c = tid % 31            ; 0 in 0, 31 and 62
        bz c, few
        n = atomic_inc [0]
        jump join
few:    n = atomic_inc [1]
        a = tid + 100
        [a] = n
join:   sync
        n = atomic_inc [2]
        stop
.expect stop
.expect active 0-63
.expect memory 0: 61 3 64
.expect memory 99: _ 1 _
.expect memory 130: _ 2 _
.expect memory 161: _ 3 _
.covers BD
