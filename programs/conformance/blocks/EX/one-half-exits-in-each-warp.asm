; In both warps of a block the odd threads exit, and the even ones add up.
.threads 4
.block 8
        c = tid & 1
        bz c, go
        exit
go:     sync
        m = 15
        s = reduce.add m, btid
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep var s: 2 _ 2 _
.expect lockstep var s warp 1: 10 _ 10 _
.expect lockstep var n: 4 _ 4 _
.expect lockstep exited: 1 3
.expect lockstep exited warp 1: 1 3
.expect lockstep warning collective-exited 9
.expect lockstep warning barrier-exited 10
.expect volta stop
.expect volta var s: 2 _ 2 _
.expect volta var s warp 1: 10 _ 10 _
.expect volta var n: 4 _ 4 _
.expect volta exited: 1 3
.expect volta exited warp 1: 1 3
.expect volta warning collective-exited 9
.expect volta warning barrier-exited 10
.covers EX RD BB
