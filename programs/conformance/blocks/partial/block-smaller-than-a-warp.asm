; Two blocks of two threads in warps of four: each block has its own warp.
.threads 4
.block 2
.grid 2
        n = block_barrier.count 1
        s = reduce.add 15, bid
        stop
.expect lockstep stop
.expect lockstep var n: 2 2 _ _
.expect lockstep var s: 0 0 _ _
.expect lockstep var s warp 1: 2 2 _ _
.expect volta stop
.expect volta var n: 2 2 _ _
.expect volta var s: 0 0 _ _
.expect volta var s warp 1: 2 2 _ _
.covers BB RD
