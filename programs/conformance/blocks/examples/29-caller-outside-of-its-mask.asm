; The mask of thread 1 does not name thread 1.
.threads 2
        syncwarp 1
        stop
.expect lockstep trap collective-mask 3 threads: 1
.expect volta trap collective-mask 3 threads: 1
.covers collective-mask
