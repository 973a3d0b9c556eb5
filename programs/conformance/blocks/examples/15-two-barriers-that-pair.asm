; A block barrier in each half. In lock step a half alone must not wait at one; independent threads pair the two
; instructions, which the run warns of.
.threads 2
        bz tid, e
        block_barrier
        jump j
e:      block_barrier
j:      sync
        stop
.expect lockstep trap barrier-while-diverged 5
.expect volta stop
.expect volta warning barrier-instructions
.covers BB barrier-while-diverged
