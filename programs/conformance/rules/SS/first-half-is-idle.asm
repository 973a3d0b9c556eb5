; In the second half only the threads that waited are active: 33 threads, 11 and 22.
.threads 33
.memory 0: 0 0
        c = tid < 22
        bz c, second
        n = atomic_inc [0]
        jump join
second: n = atomic_inc [1]
join:   sync
        stop
.expect stop
.expect active 0-32
.expect memory 0: 22 11
.expect stat active_lane_instructions == 187    ; 3 × 33 + 3 × 22 + 2 × 11
.covers SS
