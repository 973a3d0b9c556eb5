; `bnz wid` in a grid: taken as one in warps 1 and 2, not taken in warp 0.
.threads 2
.warps 3
.memory 0: 0
        bnz wid, skip
        n = atomic_inc [0]
skip:   sync
        stop
.expect stop
.expect memory 0: 2
.expect steps 10                                ; 4 of warp 0, 3 of each other
.expect stat branches_uniform == 3
.expect stat branches_divergent == 0
.covers BT BF
