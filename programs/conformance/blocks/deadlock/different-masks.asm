; The same instruction with different masks: thread 0 does not meet the others.
.threads 3
        m = 7
        bnz tid, g
        m = 3
g:      sync
        syncwarp m
        stop
.expect lockstep trap collective-mask 7 threads: 0
.expect volta trap collective-mask 7 threads: 0
.covers collective-mask
