; An operand counts if it is not 0, also if it is negative or large.
.threads 2
.block 4
        c = btid - 1
        c = c * 1000
        n = block_barrier.count c
        a = block_barrier.and c
        o = block_barrier.or c
        stop
.expect lockstep stop
.expect lockstep var n: 3 3
.expect lockstep var n warp 1: 3 3
.expect lockstep var a: 0 0
.expect lockstep var o: 1 1
.expect volta stop
.expect volta var n: 3 3
.expect volta var n warp 1: 3 3
.expect volta var a: 0 0
.expect volta var o: 1 1
.covers BB
