; Two blocks of 33 threads are four warps, each of one block only.
.block 33
.grid 2
        i = btid
        b = bid
        w = wid
        t = block_size
        g = grid_size
        stop
.expect lockstep stop
.expect lockstep var i warp 1: 32 _
.expect lockstep var b warp 1: 0 _
.expect lockstep var w warp 1: 1 _
.expect lockstep var i warp 2: 0 1 2
.expect lockstep var b warp 2: 1 1 1
.expect lockstep var i warp 3: 32 _
.expect lockstep var b warp 3: 1 _
.expect lockstep var w warp 3: 3 _
.expect lockstep var t warp 3: 33 _
.expect lockstep var g warp 3: 2 _
.expect lockstep active warp 3: 0
.expect volta stop
.expect volta var i warp 1: 32 _
.expect volta var b warp 1: 0 _
.expect volta var w warp 1: 1 _
.expect volta var i warp 2: 0 1 2
.expect volta var b warp 2: 1 1 1
.expect volta var i warp 3: 32 _
.expect volta var b warp 3: 1 _
.expect volta var w warp 3: 3 _
.expect volta var t warp 3: 33 _
.expect volta var g warp 3: 2 _
.expect volta active warp 3: 0
.covers AS CT
