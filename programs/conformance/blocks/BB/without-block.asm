; Without `.block` the whole grid is one block.
.threads 2
.warps 2
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep var n: 4 4
.expect lockstep var n warp 1: 4 4
.expect volta stop
.expect volta var n: 4 4
.expect volta var n warp 1: 4 4
.covers BB
