; A lane that is in the warp but not in the mask: the variable becomes undefined, and nothing happens until it is read.
.threads 4
        y = 5
        b = tid & 2
        m = 3 << b
        y = shfl.idx m, tid, 3
        stop
.expect lockstep stop
.expect lockstep var y: _ _ 3 3
.expect volta stop
.expect volta var y: _ _ 3 3
.covers SH
