; The empty mask lacks the caller.
.threads 2
        syncwarp 0
        stop
.expect lockstep trap collective-mask 3 threads: 0
.expect volta trap collective-mask 3 threads: 0
.covers collective-mask
