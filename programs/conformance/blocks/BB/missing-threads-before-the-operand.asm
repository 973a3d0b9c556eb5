; In lock step that a thread is missing comes before the operand; an independent thread is whole, and has no operand.
.threads 2
        bz tid, e
        n = block_barrier.count x
e:      sync
        x = 1
        stop
.expect lockstep trap barrier-while-diverged 4 threads: 1
.expect volta trap undefined-variable 4 threads: 1
.covers barrier-while-diverged undefined-variable
