; `bz wid`: warp 0 branches as one, and the other warps continue as one.
.threads 64
.warps 4
.memory 0: 0
        bz wid, there
        n = atomic_inc [0]
there:  sync
        stop
.expect stop
.expect memory 0: 192
.expect steps 15                                ; 3 of warp 0, 4 of each other
.expect stat branches_uniform == 4
.expect stat branches_divergent == 0
.covers BF BT
