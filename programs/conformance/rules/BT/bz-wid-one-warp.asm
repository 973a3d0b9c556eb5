; `bz wid` in a run of one warp: wid is 0 in all 64 threads, so all branch.
.threads 64
.memory 0: 0
        bz wid, there
        n = atomic_inc [0]
there:  sync
        stop
.expect stop
.expect active 0-63
.expect memory 0: 0
.expect steps 3
.expect stat branches_uniform == 1
.covers BT
