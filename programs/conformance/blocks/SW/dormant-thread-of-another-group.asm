; A dormant thread matters only to a group that names it.
.threads 4
.active 0 1 2
        b = tid & 2
        m = 3 << b
        syncwarp m
        stop
.expect lockstep trap collective-mask 6 threads: 2
.covers collective-mask
