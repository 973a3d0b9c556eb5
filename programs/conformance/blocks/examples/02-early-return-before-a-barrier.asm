; One thread returns before a block barrier. It is not waited for, in either model, and the run warns of it.
.threads 4
        c = tid < 3
        bnz c, go
        exit
go:     sync
        block_barrier
        stop
.expect lockstep stop
.expect lockstep active: 0 1 2
.expect lockstep exited: 3
.expect lockstep warning barrier-exited
.expect volta stop
.expect volta active: 0 1 2
.expect volta exited: 3
.expect volta warning barrier-exited
.covers EX BB
