; An exit orders no accesses: for independent threads the load (line 9) races with what thread 0 stored before it exited.
.threads 2
        bnz tid, r
        [0] = 1
        exit
r:      y = 1
        y = 2
        y = 3
        x = [0]
        sync
        stop
.expect lockstep stop
.expect lockstep var x: _ 1
.expect volta trap race 9 threads: 1
.covers EX race
