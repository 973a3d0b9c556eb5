; A block of one thread in a warp of 32: the full mask, of which one lane exists.
.block 1
        x = btid
        s = reduce.add 0xffffffff, 1
        b = vote.ballot 0xffffffff, 1
        y = shfl.xor 0xffffffff, 7, 1
        z = shfl.up 0xffffffff, 7, 1
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep active: 0
.expect lockstep var x: 0 _
.expect lockstep var s: 1 _
.expect lockstep var b: 1 _
.expect lockstep var y: _ _
.expect lockstep var z: 7 _
.expect lockstep var n: 1 _
.expect volta stop
.expect volta active: 0
.expect volta var x: 0 _
.expect volta var s: 1 _
.expect volta var b: 1 _
.expect volta var y: _ _
.expect volta var z: 7 _
.expect volta var n: 1 _
.covers RD VO SH BB
