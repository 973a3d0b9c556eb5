; A thread that was never active has not exited, so a group that includes it is not complete.
.threads 2
.active 0
        syncwarp 3
        stop
.expect lockstep trap collective-mask 4 threads: 0
.covers collective-mask
