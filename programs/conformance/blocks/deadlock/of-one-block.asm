; Block 1 has stopped; in block 0 one warp waits at a block barrier and the other at a `barrier`, for good.
.threads 1
.block 2
.grid 2
        bnz bid, z
        bz wid, e
        sync
        sync
        barrier
        stop
e:      sync
        sync
        block_barrier
        stop
z:      sync
        stop
.expect lockstep trap barrier-while-diverged 13 warp 0
.expect volta trap barrier-while-diverged 13 warp 0
.covers barrier-while-diverged
