; The operands of all threads are checked before any mask: thread 1 has no lane, and thread 0 a mask without its own bit.
.threads 2
        bnz tid, e
        o = 0
e:      sync
        y = shfl.idx 2, tid, o
        stop
.expect lockstep trap undefined-variable 6 threads: 1
.expect volta trap undefined-variable 6 threads: 1
.covers undefined-variable
