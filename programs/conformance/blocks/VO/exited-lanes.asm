; The only thread whose operand is not 0 has exited.
.threads 4
        c = tid == 3
        bz c, go
        exit
go:     sync
        a = vote.any 15, c
        stop
.expect lockstep stop
.expect lockstep var a: 0 0 0 _
.expect lockstep warning collective-exited 7
.expect volta stop
.expect volta var a: 0 0 0 _
.expect volta warning collective-exited 7
.covers VO EX
