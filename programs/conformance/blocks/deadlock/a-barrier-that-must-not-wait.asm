; Thread 1 is at a `barrier` in a conditional, which is not allowed: that is its own trap, and not a deadlock of thread 0.
.threads 2
.block 2
.grid 2
        bnz bid, z
        bz tid, e
        barrier
        jump j
e:      block_barrier
j:      sync
z:      sync
        stop
.expect lockstep trap barrier-while-diverged 7 warp 0 threads: 1
.expect volta trap barrier-while-diverged 7 warp 0 threads: 1
.covers barrier-while-diverged
