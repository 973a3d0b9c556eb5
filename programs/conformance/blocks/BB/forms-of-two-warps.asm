; Warp 0 waits at the plain form, warp 1 at `.count`: reported for warp 1, whose form is not that of the lowest.
.threads 2
.block 4
        c = wid == 1
        bz c, p
        n = block_barrier.count 1
        jump j
p:      block_barrier
j:      sync
        stop
.expect lockstep trap barrier-while-diverged 6 warp 1 threads: 0 1
.expect volta trap barrier-while-diverged 6 warp 1 threads: 0
.covers barrier-while-diverged
