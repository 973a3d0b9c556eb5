; 1000 threads, of which 334 are divisible by three: the counts of the two halves.
.threads 1000
.memory 0: 0 0 0
        rest = tid % 3
        bz rest, thirds
        n = atomic_inc [0]
        jump join
thirds: n = atomic_inc [1]
join:   sync
        n = atomic_inc [2]
        stop
.expect stop
.expect active 0-999
.expect memory 0: 666 334 1000
.expect steps 9
.expect stat active_lane_instructions == 6666   ; 4 × 1000 + 3 × 666 + 2 × 334
.expect stat branches_divergent == 1
.covers BD SS SP
