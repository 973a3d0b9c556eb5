; The mask is an operand like others.
.threads 2
        bz tid, e
        m = 3
e:      sync
        syncwarp m
        stop
.expect lockstep trap undefined-variable 6 threads: 0
.expect volta trap undefined-variable 6 threads: 0
.covers undefined-variable
