; Both halves of a conditional, and what all threads do after it.
.threads 64
.memory 0: 0 0 0
        small = tid < 20
        bz small, else
        x = tid
        n = atomic_inc [0]
        jump fi
else:   x = 0 - tid
        n = atomic_inc [1]
fi:     sync
        n = atomic_inc [2]
        stop
.expect stop
.expect active 0-63
.expect memory 0: 20 44 64
.expect var x: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 -20 -21
.expect steps 11
.expect stat active_lane_instructions == 468    ; 2 × 64 + 4 × 20 + 3 × 44 + 2 × 64
.covers BD SS SP
