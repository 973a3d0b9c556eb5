; Warp 0 waits at a block barrier, warp 1 at a `barrier`: reported for warp 0, with the rule of its instruction.
.threads 1
.block 2
        bnz wid, e
        sync
        block_barrier
        stop
e:      sync
        barrier
        stop
.expect lockstep trap barrier-while-diverged 6 warp 0
.expect volta trap barrier-while-diverged 6 warp 0
.covers barrier-while-diverged
