; `u32` and `i32` are different types.
.threads 2
        bz tid, e
        y = reduce.min.u32 3, tid
        jump j
e:      y = reduce.min.i32 3, tid
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 6 threads: 0
.covers collective-mask
