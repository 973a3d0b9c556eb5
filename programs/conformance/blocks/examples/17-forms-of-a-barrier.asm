; The forms of a block barrier that have a result: how many threads of the block have the operand, whether all, whether any.
.threads 2
.block 4
        c = btid > 0
        n = block_barrier.count c
        a = block_barrier.and c
        o = block_barrier.or c
        stop
.expect lockstep stop
.expect lockstep var n: 3 3
.expect lockstep var a warp 1: 0 0
.expect lockstep var o warp 1: 1 1
.expect volta stop
.expect volta var n: 3 3
.expect volta var a warp 1: 0 0
.expect volta var o warp 1: 1 1
.covers BB
