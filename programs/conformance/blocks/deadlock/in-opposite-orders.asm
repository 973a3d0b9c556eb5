; The halves do the same two collectives in opposite orders.
.threads 2
        bz tid, e
        syncwarp 3
        a = vote.any 3, 1
        jump j
e:      a = vote.any 3, 1
        syncwarp 3
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 7 threads: 0
.covers collective-mask
