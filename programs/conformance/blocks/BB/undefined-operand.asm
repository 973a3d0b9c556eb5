; The operand is undefined in thread 0.
.threads 4
.block 4
        bz tid, e
        x = 1
e:      sync
        n = block_barrier.count x
        stop
.expect lockstep trap undefined-variable 7 threads: 0
.expect volta trap undefined-variable 7 threads: 0
.covers undefined-variable
