; The count is of the threads that wait.
.threads 4
        c = tid < 3
        bnz c, go
        exit
go:     sync
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep var n: 3 3 3 _
.expect lockstep warning barrier-exited 7
.expect volta stop
.expect volta var n: 3 3 3 _
.expect volta warning barrier-exited 7
.covers BB EX
