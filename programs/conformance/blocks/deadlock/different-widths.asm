; Two shuffles that differ in their width do not meet.
.threads 2
        bz tid, e
        y = shfl.idx 3, tid, 0, 1
        jump j
e:      y = shfl.idx 3, tid, 0, 2
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 6 threads: 0
.covers collective-mask
