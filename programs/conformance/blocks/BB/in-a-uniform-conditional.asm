; All threads of the warp are there, although a conditional is open.
.threads 4
.block 4
        c = 1
        bz c, e
        block_barrier
e:      sync
        stop
.expect lockstep stop
.expect lockstep stat max_sync_depth == 1
.expect volta stop
.covers BB
