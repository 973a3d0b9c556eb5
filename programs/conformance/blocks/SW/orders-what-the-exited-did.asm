; The mask names a thread that has stored and exited: the store is ordered before the loads.
.threads 4
        c = tid == 3
        bz c, go
        [0] = 9
        exit
go:     sync
        syncwarp 15
        x = [0]
        stop
.expect lockstep stop
.expect lockstep var x: 9 9 9 _
.expect lockstep exited: 3
.expect lockstep warning collective-exited 8
.expect volta stop
.expect volta var x: 9 9 9 _
.expect volta exited: 3
.expect volta warning collective-exited 8
.covers SW EX
