; The largest block.
.block 1024
        n = block_barrier.count btid
        a = block_size
        stop
.expect lockstep stop
.expect lockstep var n warp 31: 1023 1023
.expect lockstep var a: 1024
.expect lockstep stat block_barriers == 1
.expect volta stop
.expect volta var n warp 31: 1023 1023
.expect volta var a: 1024
.expect volta stat block_barriers == 1
.covers BB
