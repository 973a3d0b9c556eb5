; One half names both. In lock step the other half is missing; independent threads of it have stopped: nobody waits for them.
.threads 4
        m = 15
        c = tid < 2
        bz c, e
        y = shfl.idx m, tid, tid
e:      sync
        stop
.expect lockstep trap collective-mask 6 threads: 0
.expect volta stop
.expect volta warning collective-exited 6
.expect volta active: 0-3
.covers SH collective-mask
