; The machines are the threads in the order of the blocks, whatever the warps: thread 2 of block 0 comes before block 1.
.threads 2
.block 3
.grid 2
.memory 0: 0
        k = fetch_add [0], 1
        stop
.expect lockstep stop
.expect lockstep var k: 0 1
.expect lockstep var k warp 1: 2 _
.expect lockstep var k warp 2: 3 4
.expect lockstep var k warp 3: 5 _
.expect volta stop
.expect volta var k: 0 1
.expect volta var k warp 1: 2 _
.expect volta var k warp 2: 3 4
.expect volta var k warp 3: 5 _
.covers AT
