; Lanes that have exited or do not exist add nothing.
.threads 4
.block 6
        c = btid == 4
        bz c, go
        exit
go:     sync
        s = reduce.add 15, btid
        p = reduce.min 15, btid
        stop
.expect lockstep stop
.expect lockstep var s: 6 6 6 6
.expect lockstep var s warp 1: _ 5 _ _
.expect lockstep var p warp 1: _ 5 _ _
.expect lockstep exited warp 1: 0
.expect lockstep warning collective-exited 8
.expect volta stop
.expect volta var s: 6 6 6 6
.expect volta var s warp 1: _ 5 _ _
.expect volta var p warp 1: _ 5 _ _
.expect volta exited warp 1: 0
.expect volta warning collective-exited 8
.covers RD EX
