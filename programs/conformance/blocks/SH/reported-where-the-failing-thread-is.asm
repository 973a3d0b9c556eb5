; The group is complete in the turn of thread 1, on line 9; thread 0, which waits on line 5, reads a value that is undefined.
.threads 2
.model volta
        bnz tid, other
        y = shfl.idx 3, x, 0
        sync
        stop
other:  x = 1
        y = shfl.idx 3, x, 1
        sync
        stop
.expect trap undefined-variable 5 warp 0 threads: 0
.covers undefined-variable
