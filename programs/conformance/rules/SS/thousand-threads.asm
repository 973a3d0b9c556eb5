; Of 1000 threads, thread 0 runs first, and 999 are switched to.
.threads 1000
.memory 0: 0 0
        bnz tid, second
        n = atomic_inc [0]
        jump join
second: n = atomic_inc [1]
join:   sync
        stop
.expect stop
.expect active 0-999
.expect memory 0: 1 999
.expect stat active_lane_instructions == 4001   ; 2 × 1000 + 3 × 1 + 2 × 999
.covers SS
