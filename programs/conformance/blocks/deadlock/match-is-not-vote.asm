; `match.any` and `vote.any` are different operations.
.threads 2
        bz tid, e
        y = match.any 3, tid
        jump j
e:      y = vote.any 3, tid
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 6 threads: 0
.covers collective-mask
