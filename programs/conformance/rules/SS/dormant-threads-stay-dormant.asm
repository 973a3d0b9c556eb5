; The switch and the join have only threads that were active at the branch.
.threads 32
.active 0 8 16 24 31
.memory 0: 0 0 0
        c = tid & 8             ; 8, 24 and 31 have the bit
        bz c, second
        n = atomic_inc [0]
        jump join
second: n = atomic_inc [1]
join:   sync
        n = atomic_inc [2]
        stop
.expect stop
.expect active 0 8 16 24 31
.expect memory 0: 3 2 5
.expect steps 9
.covers SS SP
