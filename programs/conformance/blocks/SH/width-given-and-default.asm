; The width that is written meets the same as the default.
.threads 2
        bz tid, e
        y = shfl.idx 3, tid, 0
        jump j
e:      y = shfl.idx 3, tid, 0, 2
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta stop
.expect volta var y: 0 0
.covers SH collective-mask
