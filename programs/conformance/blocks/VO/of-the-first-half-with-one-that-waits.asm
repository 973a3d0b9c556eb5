; In the first half three threads name themselves and thread 3, which waits.
.threads 4
        c = tid == 3
        bnz c, e
        v = vote.all 15, 1
e:      sync
        stop
.expect lockstep trap collective-mask 5 threads: 0
.expect volta stop
.expect volta var v: 1 1 1 _
.expect volta warning collective-exited 5
.covers VO collective-mask
