; Thread 0 of each block stores, and thread 1 fences and counts for it: the barrier orders the store before the fence, and
; the fence passes it on to the other block.
.threads 2
.block 2
.grid 2
.memory 8: 0
        bz tid, e
        [bid] = 5
e:      sync
        block_barrier
        bnz tid, f
        fence.grid
        k = fetch_add [8], 1
        bz k, g
        fence.grid
        a = [0]
        b = [1]
g:      sync
f:      sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 5 5
.expect lockstep memory 8: 2
.expect volta stop
.expect volta memory 0: 5 5
.expect volta memory 8: 2
.covers FE BB
