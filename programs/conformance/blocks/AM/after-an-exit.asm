; A thread that has exited is not in the set.
.threads 4
        c = tid == 2
        bz c, go
        exit
go:     sync
        m = activemask
        stop
.expect lockstep stop
.expect lockstep var m: 11 11 _ 11
.expect volta stop
.expect volta var m: 11 11 _ 11
.covers AM EX
