; A shuffle from a lane of the mask that has no value: the trap is of the lowest thread that reads it.
.threads 2
        bnz tid, e
        x = 5
e:      sync
        y = shfl.idx 3, x, 1
        stop
.expect lockstep trap undefined-variable 6 threads: 0
.expect volta trap undefined-variable 6 threads: 0
.covers undefined-variable
