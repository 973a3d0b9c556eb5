; The lane is an operand of each thread.
.threads 4
        o = 3 - tid
        y = shfl.idx 15, tid, o
        z = shfl.down 15, tid, tid
        stop
.expect lockstep stop
.expect lockstep var y: 3 2 1 0
.expect lockstep var z: 0 2 2 3
.expect volta stop
.expect volta var y: 3 2 1 0
.expect volta var z: 0 2 2 3
.covers SH
