; Thread 1 has no operand.
.threads 2
        bnz tid, e
        x = 1
e:      sync
        a = vote.any 3, x
        stop
.expect lockstep trap undefined-variable 6 threads: 1
.expect volta trap undefined-variable 6 threads: 1
.covers undefined-variable
