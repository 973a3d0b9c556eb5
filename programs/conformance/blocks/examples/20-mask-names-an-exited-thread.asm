; A mask may name a thread that has exited: it takes no part, and the run warns of it.
.threads 4
        c = tid == 3
        bz c, go
        exit
go:     sync
        s = reduce.add 15, tid
        stop
.expect lockstep stop
.expect lockstep var s: 3 3 3 _
.expect lockstep warning collective-exited
.expect volta stop
.expect volta var s: 3 3 3 _
.expect volta warning collective-exited
.covers EX RD
