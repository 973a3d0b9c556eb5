; `everywhere` wakes the lanes that exist and have not exited: lane 0 has exited, and the partial warp has no lane 3.
.threads 4
.block 3
        bnz tid, go
        exit
go:     sync
        everywhere
        b = ballot 1
        end_everywhere
        stop
.expect lockstep stop
.expect lockstep var b: _ 6 6 _
.covers EX EB
