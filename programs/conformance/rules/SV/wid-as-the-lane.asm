; SV: the operand wid is 0 in a run of one warp, so lane 0 is read.
.threads 3
        x = tid + 4
        shfl x, wid
        stop
.expect var x: 4 4 4
.covers SV MT
