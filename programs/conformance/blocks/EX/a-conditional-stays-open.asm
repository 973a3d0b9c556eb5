; `exit` closes no conditional for those that go on: `stop` without the `sync` is still a trap.
.threads 4
        bz tid, e
        exit
e:      stop
.expect lockstep trap stop-while-diverged 5 threads: 0
.expect volta trap stop-while-diverged 5 threads: 0
.covers EX stop-while-diverged
