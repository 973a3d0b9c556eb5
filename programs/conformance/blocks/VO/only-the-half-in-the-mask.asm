; Each half votes with its own mask.
.threads 4
        c = tid < 2
        bz c, e
        v = vote.ballot 3, tid
        jump j
e:      v = vote.ballot 12, 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v: 2 2 12 12
.expect volta stop
.expect volta var v: 2 2 12 12
.covers VO
