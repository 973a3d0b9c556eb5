; `everywhere` in a half wakes the thread that waits, and not the one that has exited.
.threads 4
        bnz tid, go
        exit
go:     sync
        c = tid == 1
        bz c, j
        everywhere
        m = ballot 1
        end_everywhere
j:      sync
        stop
.expect lockstep stop
.expect lockstep var m: _ 14 14 14
.expect lockstep exited: 0
.expect lockstep stat lanes_woken == 2
.covers EX EB
