; Of four warps the first two have one form, the others another: warp 2 is reported.
.threads 1
.block 4
        c = wid < 2
        bnz c, p
        block_barrier
        jump j
p:      n = block_barrier.count 1
j:      sync
        stop
.expect lockstep trap barrier-while-diverged 6 warp 2
.expect volta trap barrier-while-diverged 6 warp 2
.covers barrier-while-diverged
