; A warp that is past the first barrier does not wait at the second for one that has still to leave the first.
.threads 1
.block 3
        a = block_barrier.count 1
        b = block_barrier.count wid
        c = block_barrier.and wid
        stop
.expect lockstep stop
.expect lockstep var a: 3
.expect lockstep var b: 2
.expect lockstep var c: 0
.expect lockstep var b warp 2: 2
.expect lockstep stat block_barriers == 3
.expect lockstep stat waits == 0
.expect lockstep steps 12
.expect volta stop
.expect volta var a: 3
.expect volta var b: 2
.expect volta var c: 0
.expect volta var b warp 2: 2
.expect volta stat block_barriers == 3
.expect volta stat waits == 0
.expect volta steps 12
.covers BB
