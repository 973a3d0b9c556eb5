; `stop` in an open conditional is a trap also where no thread waits.
.threads 2
        bz tid, e
        stop
e:      sync
        stop
.expect lockstep trap stop-while-diverged 4 threads: 1
.expect volta trap stop-while-diverged 4 threads: 1
.covers stop-while-diverged
