; The opening also orders what a thread did that had exited by then.
.threads 2
.block 4
        [btid] = btid
        c = btid == 0
        bz c, go
        exit
go:     sync
        block_barrier
        x = [0]
        stop
.expect lockstep stop
.expect lockstep var x: _ 0
.expect lockstep var x warp 1: 0 0
.expect lockstep exited: 0
.expect lockstep warning barrier-exited
.expect volta stop
.expect volta var x: _ 0
.expect volta var x warp 1: 0 0
.expect volta exited: 0
.expect volta warning barrier-exited
.covers BB EX
