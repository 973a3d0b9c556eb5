; 64 threads, of which only the last one does not branch: it continues alone, and 63 wait.
.threads 64
.memory 0: 0 0
        last = tid == 63
        bz last, others
        n = atomic_inc [0]
        jump join
others: n = atomic_inc [1]
join:   sync
        stop
.expect stop
.expect active 0-63
.expect memory 0: 1 63
.expect steps 8
.expect stat active_lane_instructions == 321    ; 3 × 64 + 3 × 1 + 2 × 63
.covers BD SS
