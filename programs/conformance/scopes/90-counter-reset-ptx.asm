; By PTX the plain store is ordered after the atomic that the block has observed (P4).
.steps 300
.threads 1
.block 1
.grid 2
.consistency ptx
.memory 2: 0
        a = bid
        [a] = bid
        fence.grid
        k = fetch_add [2], 1
        bz k, e
        fence.grid
        v = [0]
        [2] = 0
e:      sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 0 1 0
.expect volta stop
.expect volta memory 0: 0 1 0
.covers AT FE
