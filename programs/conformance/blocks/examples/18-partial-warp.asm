; Three threads of a block in warps of two: the second warp has one lane, and the bit of the other in the mask is ignored.
.threads 2
.block 3
        s = reduce.add 3, 1
        stop
.expect lockstep stop
.expect lockstep var s: 2 2
.expect lockstep var s warp 1: 1 _
.expect lockstep active warp 1: 0
.expect volta stop
.expect volta var s: 2 2
.expect volta var s warp 1: 1 _
.expect volta active warp 1: 0
.covers RD
