; A barrier does not wait for another block, which comes two steps later.
.threads 1
.block 1
.grid 2
        bz bid, w
        x = 1
        x = 2
w:      sync
        block_barrier
        stop
.expect lockstep stop
.expect lockstep stat waits == 0
.expect lockstep stat block_barriers == 2
.expect volta stop
.expect volta stat waits == 0
.expect volta stat block_barriers == 2
.covers BB
