; One thread waits in a collective, the other at a block barrier, and neither goes on: a deadlock with a collective in it is
; `collective-mask`.
.threads 2
        bz tid, e
        syncwarp 3
e:      sync
        block_barrier
        stop
.expect lockstep trap collective-mask 5 threads: 1
.expect volta trap collective-mask 5 threads: 1
.covers collective-mask
