; 33 threads, of which only the last one branches: it waits, and comes alone.
.threads 33
.memory 0: 0 0
        v = 32 - tid
        bz v, alone
        n = atomic_inc [0]
        jump join
alone:  n = atomic_inc [1]
join:   sync
        stop
.expect stop
.expect active 0-32
.expect memory 0: 32 1
.expect steps 8
.expect stat active_lane_instructions == 197    ; 3 × 33 + 3 × 32 + 2 × 1
.covers BD SS
