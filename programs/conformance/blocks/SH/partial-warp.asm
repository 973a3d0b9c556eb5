; The second warp has two lanes: `down` from its last one reads a lane that is not in P, though the segment has four.
.threads 4
.block 6
        d = shfl.down 15, tid, 1
        u = shfl.up 15, tid, 1
        i = shfl.idx 15, tid, 1
        stop
.expect lockstep stop
.expect lockstep var d: 1 2 3 3
.expect lockstep var d warp 1: 1 _ _ _
.expect lockstep var u: 0 0 1 2
.expect lockstep var u warp 1: 0 0 _ _
.expect lockstep var i warp 1: 1 1 _ _
.expect volta stop
.expect volta var d: 1 2 3 3
.expect volta var d warp 1: 1 _ _ _
.expect volta var u: 0 0 1 2
.expect volta var u warp 1: 0 0 _ _
.expect volta var i warp 1: 1 1 _ _
.covers SH
