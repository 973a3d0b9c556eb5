; A lane of the mask that has exited is not read: the variable becomes undefined.
.threads 4
        x = tid
        c = tid == 1
        bz c, go
        exit
go:     sync
        y = shfl.xor 15, x, 1
        stop
.expect lockstep stop
.expect lockstep var y: _ _ 3 2
.expect lockstep warning collective-exited 8
.expect volta stop
.expect volta var y: _ _ 3 2
.expect volta warning collective-exited 8
.covers SH EX
