; Warp 0 comes first and waits for one turn, which is not a step.
.threads 1
.block 2
        bz wid, w
        x = 1
w:      sync
        block_barrier
        stop
.expect lockstep stop
.expect lockstep steps 9
.expect lockstep stat waits == 1
.expect lockstep stat block_barriers == 1
.expect volta stop
.expect volta steps 9
.expect volta stat waits == 1
.expect volta stat block_barriers == 1
.covers BB
