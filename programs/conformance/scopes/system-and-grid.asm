; In a run of one grid the scopes grid and system are the same: each atomic includes the other block, and the fences include
; each other.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = load.relaxed.system [1]
        e = f == 0
        bnz e, l
        sync
        fence.acquire.grid
        v = [0]
        jump j
z:      [0] = 7
        fence.release.system
        store.relaxed.grid [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST FE
