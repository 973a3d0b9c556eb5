; The value of a thread that has exited does not matter.
.threads 4
        c = tid == 0
        k = c
        bz c, go
        exit
go:     sync
        a = match.all 15, k
        m = match.any 15, k
        stop
.expect lockstep stop
.expect lockstep var a: _ 14 14 14
.expect lockstep var m: _ 14 14 14
.expect lockstep warning collective-exited 8
.expect volta stop
.expect volta var a: _ 14 14 14
.expect volta var m: _ 14 14 14
.expect volta warning collective-exited 8
.covers MA EX
