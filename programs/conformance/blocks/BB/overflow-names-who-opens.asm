; Warp 0 comes last, and the barrier opens in the next turn, which is that of warp 1.
.threads 8
.warps 20
.word 8
        c = wid == 0
        bz c, g
        x = 1
g:      sync
        n = block_barrier.count 1
        stop
.expect lockstep trap overflow 9 warp 1 threads: 0
.expect volta trap overflow 9 warp 1 threads: 0
.covers overflow
