; Thread 0, whose operand is 0, has exited: all that wait have an operand that is not 0.
.threads 4
.block 4
        bnz tid, go
        exit
go:     sync
        a = block_barrier.and tid
        o = block_barrier.or 0
        stop
.expect lockstep stop
.expect lockstep var a: _ 1 1 1
.expect lockstep var o: _ 0 0 0
.expect lockstep warning barrier-exited
.expect volta stop
.expect volta var a: _ 1 1 1
.expect volta var o: _ 0 0 0
.expect volta warning barrier-exited
.covers BB EX
