; One warp exits, and the other goes on.
.threads 2
.block 4
        c = wid == 0
        bz c, go
        exit
go:     sync
        x = 1
        stop
.expect lockstep stop
.expect lockstep active:
.expect lockstep exited: 0 1
.expect lockstep active warp 1: 0 1
.expect lockstep exited warp 1:
.expect lockstep var x: _ _
.expect lockstep var x warp 1: 1 1
.expect volta stop
.expect volta active:
.expect volta exited: 0 1
.expect volta active warp 1: 0 1
.expect volta exited warp 1:
.expect volta var x: _ _
.expect volta var x warp 1: 1 1
.covers EX
