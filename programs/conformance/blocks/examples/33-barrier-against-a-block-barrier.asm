; One warp waits at a `barrier`, another at a `block_barrier`: they do not pair. Warp 0 is the lowest machine that waits.
.threads 1
.block 2
        bz wid, e
        sync
        barrier
        stop
e:      sync
        block_barrier
        stop
.expect lockstep trap barrier-while-diverged 9
.expect volta trap barrier-while-diverged 9
.covers barrier-while-diverged
