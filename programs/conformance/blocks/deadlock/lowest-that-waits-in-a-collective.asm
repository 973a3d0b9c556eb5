; Thread 0 waits at a barrier and threads 1 and 2 in different collectives: a collective decides the kind, and thread 1 is
; the lowest in one.
.threads 3
        bz tid, b
        c = tid == 1
        bz c, two
        x = vote.any 3, 1
        jump j
two:    syncwarp 5
j:      sync
b:      sync
        block_barrier
        stop
.expect lockstep trap collective-mask 7 threads: 1
.expect volta trap collective-mask 7 threads: 1
.covers collective-mask
