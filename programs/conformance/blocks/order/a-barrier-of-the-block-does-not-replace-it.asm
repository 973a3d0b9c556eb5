; Two blocks with a block barrier each: nothing orders the store of block 0 before the load of block 1.
.threads 2
.block 2
.grid 2
        [btid] = 1
        stop
.expect lockstep trap race 5 warp 1 threads: 0
.expect volta trap race 5 warp 1 threads: 0
.covers race
