; After an exit the others are all of the warp: `everywhere` wakes nobody.
.threads 4
        c = tid == 0
        bz c, go
        exit
go:     sync
        everywhere
        n = 1
        end_everywhere
        stop
.expect lockstep stop
.expect lockstep var n: _ 1 1 1
.expect lockstep stat lanes_woken == 0
.expect lockstep active: 1 2 3
.covers EX EB EE
