; The warp of one thread is whole: its other lanes do not exist.
.threads 4
.block 5
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep var n: 5 5 5 5
.expect lockstep var n warp 1: 5 _ _ _
.expect lockstep active warp 1: 0
.expect volta stop
.expect volta var n: 5 5 5 5
.expect volta var n warp 1: 5 _ _ _
.expect volta active warp 1: 0
.covers BB
