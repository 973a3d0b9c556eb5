; Warp 1 repeats the barrier once more than warp 0, which has stopped by then.
.threads 2
.block 4
        i = 0
        n = wid + 1
l:      c = i < n
        bz c, e
        k = block_barrier.count 1
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep var k: 4 4
.expect lockstep var k warp 1: 2 2
.expect lockstep stat block_barriers == 2
.expect lockstep warning barrier-exited
.expect volta stop
.expect volta var k: 4 4
.expect volta var k warp 1: 2 2
.expect volta stat block_barriers == 2
.expect volta warning barrier-exited
.covers BB
