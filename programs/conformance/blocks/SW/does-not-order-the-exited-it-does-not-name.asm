; The mask names only those that are left: the load (line 9) races with the store of the thread that exited (line 5).
.threads 4
        c = tid == 3
        bz c, go
        [0] = 9
        exit
go:     sync
        syncwarp 7
        x = [0]
        stop
.expect lockstep stop
.expect lockstep var x: 9 9 9 _
.expect volta trap race 9 threads: 0
.covers SW EX race
