; -1 has bits beyond the four lanes.
.threads 4
        syncwarp -1
        stop
.expect lockstep trap collective-mask 3 threads: 0
.expect volta trap collective-mask 3 threads: 0
.covers collective-mask
