; Thread 0 names 0 and 1, threads 1 and 2 name each other. In lock step that is a trap; of independent threads the latter two
; end, and thread 0 is left alone in its mask.
.threads 3
        m = 6
        bnz tid, g
        m = 3
g:      sync
        syncwarp m
        stop
.expect lockstep trap collective-mask 8 threads: 0
.expect volta stop
.expect volta warning collective-exited 8
.covers collective-mask SW
