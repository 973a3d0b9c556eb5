; Thread 1 waits at the join for thread 0, whose vote waits for thread 1.
.threads 2
.expect lockstep stack minpc barriers trap collective-mask
.expect masks maximal uniform volta stop
.expect volta warning collective-exited
        bz tid, e
        jump j
e:      v = vote.ballot 3, 1
j:      sync
        stop
