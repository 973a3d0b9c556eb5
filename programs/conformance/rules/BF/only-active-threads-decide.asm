; `bz tid` where thread 0 is dormant: no active thread is 0; no thread branches.
.threads 64
.active 1-63
.memory 0: 0
        bz tid, there
        n = atomic_inc [0]
there:  sync
        stop
.expect stop
.expect active 1-63
.expect memory 0: 63
.expect steps 4
.expect stat branches_uniform == 1
.covers BF
