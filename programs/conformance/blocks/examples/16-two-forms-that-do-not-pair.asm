; The two barriers have different forms: also for independent threads that is a trap, reported for the one whose form is not
; that of the lowest.
.threads 2
        bz tid, e
        block_barrier
        jump j
e:      c = block_barrier.count 1
j:      sync
        stop
.expect lockstep trap barrier-while-diverged 5
.expect volta trap barrier-while-diverged 5 threads: 1
.covers barrier-while-diverged
