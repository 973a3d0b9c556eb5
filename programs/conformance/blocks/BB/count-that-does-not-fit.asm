; Without `.block`, 20 warps of 8 threads: 160 does not fit 8 bits.
.threads 8
.warps 20
.word 8
        n = block_barrier.count 1
        stop
.expect lockstep trap overflow 5 warp 0 threads: 0
.expect volta trap overflow 5 warp 0 threads: 0
.covers overflow
