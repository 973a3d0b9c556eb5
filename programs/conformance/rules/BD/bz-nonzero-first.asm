; A divergent `bz`: the threads that are not zero continue first, those that are wait at the target. Tickets show it.
.threads 4
.memory 0: 0
        odd = tid & 1
        bz odd, zeros
        ticket = atomic_inc [0]
        jump join
zeros:  ticket = atomic_inc [0]
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var ticket: 3 1 4 2
.expect steps 8
.expect stat branches_divergent == 1
.expect stat branches_uniform == 0
.expect stat max_sync_depth == 1
.expect stat simd_efficiency == 0.6875          ; 22 of 32: 3 steps of four threads, 5 of two
.covers BD SS SP
