; A thread that has stopped, without an `exit`, counts as exited.
.threads 1
.block 2
        bz wid, e
        n = block_barrier.count 1
e:      sync
        stop
.expect lockstep stop
.expect lockstep var n warp 1: 1
.expect lockstep warning barrier-exited
.expect lockstep active: 0
.expect volta stop
.expect volta var n warp 1: 1
.expect volta warning barrier-exited
.expect volta active: 0
.covers BB
