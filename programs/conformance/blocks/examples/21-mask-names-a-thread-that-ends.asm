; The mask names a thread that does not come to the vote. In lock step it is missing at once; among independent threads it
; ends, and the vote is complete without it.
.threads 2
        bz tid, e
        v = vote.ballot 3, 1
e:      sync
        stop
.expect lockstep trap collective-mask 5
.expect volta stop
.expect volta var v: _ 2
.expect volta warning collective-exited
.covers VO collective-mask
