; A block of 33 threads: a whole warp, and one of one lane.
.block 33
        s = reduce.add 0xffffffff, 1
        b = vote.ballot 0xffffffff, 1
        i = btid
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep var s: 32 32
.expect lockstep var b: 4294967295 4294967295
.expect lockstep var s warp 1: 1 _
.expect lockstep var b warp 1: 1 _
.expect lockstep var i warp 1: 32 _
.expect lockstep var n: 33 33
.expect lockstep var n warp 1: 33 _
.expect lockstep active warp 1: 0
.expect volta stop
.expect volta var s: 32 32
.expect volta var b: 4294967295 4294967295
.expect volta var s warp 1: 1 _
.expect volta var b warp 1: 1 _
.expect volta var i warp 1: 32 _
.expect volta var n: 33 33
.expect volta var n warp 1: 33 _
.expect volta active warp 1: 0
.covers RD VO BB
