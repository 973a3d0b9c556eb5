; The same vote in both halves, with the full mask and different operands.
.threads 4
        c = tid < 2
        bz c, e
        v = vote.ballot 15, tid
        jump j
e:      v = vote.ballot 15, 0
j:      sync
        stop
.expect lockstep trap collective-mask 5 threads: 0
.expect volta stop
.expect volta var v: 2 2 2 2
.covers VO collective-mask
