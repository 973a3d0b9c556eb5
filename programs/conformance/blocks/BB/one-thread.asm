; A barrier of one thread is open at once.
.threads 1
.block 1
        block_barrier
        stop
.expect lockstep stop
.expect lockstep steps 2
.expect lockstep stat block_barriers == 1
.expect lockstep stat waits == 0
.expect volta stop
.expect volta steps 2
.expect volta stat block_barriers == 1
.expect volta stat waits == 0
.covers BB
