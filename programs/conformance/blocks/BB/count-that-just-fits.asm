; 127 warps of one thread.
.threads 1
.warps 127
.word 8
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep var n: 127
.expect lockstep var n warp 126: 127
.expect volta stop
.expect volta var n: 127
.expect volta var n warp 126: 127
.covers BB
