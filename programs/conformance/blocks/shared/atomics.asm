; Atomics on a shared word by two warps, between barriers. Thread 0 comes last to the first barrier, and the next turn opens
; it.
.threads 2
.block 4
.shared s 1
        bnz btid, e
        [s] = 0
e:      sync
        block_barrier
        k = fetch_add [s], 1
        block_barrier
        x = [s]
        stop
.expect lockstep stop
.expect lockstep var k: 2 3
.expect lockstep var k warp 1: 0 1
.expect lockstep var x: 4 4
.expect lockstep var x warp 1: 4 4
.expect volta stop
.expect volta var k: 3 0
.expect volta var k warp 1: 1 2
.expect volta var x: 4 4
.expect volta var x warp 1: 4 4
.covers AT BB
