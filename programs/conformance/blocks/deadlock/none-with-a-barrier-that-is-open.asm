; Thread 0 is past the barrier and waits in a vote, for thread 1, which still has to leave the barrier: no deadlock.
.threads 2
.block 2
        block_barrier
        v = vote.all 3, 1
        block_barrier
        stop
.expect lockstep stop
.expect lockstep var v: 1 1
.expect lockstep stat block_barriers == 2
.expect volta stop
.expect volta var v: 1 1
.expect volta stat block_barriers == 2
.covers BB VO
