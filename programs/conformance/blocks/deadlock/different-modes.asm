; Two shuffles that differ in their mode do not meet.
.threads 2
        bz tid, e
        y = shfl.up 3, tid, 1
        jump j
e:      y = shfl.down 3, tid, 1
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 6 threads: 0
.covers collective-mask
