; In lock step a half alone must not wait. Of independent threads the other has stopped, and is not waited for.
.threads 2
.block 2
        bz tid, e
        block_barrier
        x = 1
e:      sync
        stop
.expect lockstep trap barrier-while-diverged 5 threads: 1
.expect volta stop
.expect volta var x: _ 1
.expect volta warning barrier-exited 5
.covers BB barrier-while-diverged
