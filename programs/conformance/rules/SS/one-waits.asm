; One thread waits, of 33: it is switched to, and does its half alone.
.threads 33
.memory 0: 0
        last = tid == 32
        bnz last, alone
        jump join
alone:  n = atomic_inc [0]
join:   sync
        stop
.expect stop
.expect active 0-32
.expect memory 0: 1
.expect steps 7
.expect stat active_lane_instructions == 165    ; 3 × 33 + 2 × 32 + 2 × 1
.covers SS SP
