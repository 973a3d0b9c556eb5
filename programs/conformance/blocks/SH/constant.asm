; The value may be a constant or the number of the warp.
.threads 2
.warps 2
        a = shfl.idx 3, 7, 0
        b = shfl.xor 3, wid, 1
        stop
.expect lockstep stop
.expect lockstep var a: 7 7
.expect lockstep var b warp 1: 1 1
.expect volta stop
.expect volta var a: 7 7
.expect volta var b warp 1: 1 1
.covers SH
