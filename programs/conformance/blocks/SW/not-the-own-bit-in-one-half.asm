; Thread 1 names only thread 0.
.threads 2
        bz tid, e
        syncwarp 1
e:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 4 threads: 1
.covers collective-mask
