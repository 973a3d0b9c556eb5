; Lane 0 finds no lane below, so it reads itself, and has no x.
.threads 4
        bz tid, e
        x = tid
e:      sync
        y = shfl.up 15, x, 1
        stop
.expect lockstep trap undefined-variable 6 threads: 0
.expect volta trap undefined-variable 6 threads: 0
.covers undefined-variable
