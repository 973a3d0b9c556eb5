; The lanes that the partial warp lacks neither vote nor count.
.threads 4
.block 6
        a = vote.all 15, 1
        b = vote.ballot 15, 1
        stop
.expect lockstep stop
.expect lockstep var a: 1 1 1 1
.expect lockstep var a warp 1: 1 1 _ _
.expect lockstep var b: 15 15 15 15
.expect lockstep var b warp 1: 3 3 _ _
.expect volta stop
.expect volta var a: 1 1 1 1
.expect volta var a warp 1: 1 1 _ _
.expect volta var b: 15 15 15 15
.expect volta var b warp 1: 3 3 _ _
.covers VO
