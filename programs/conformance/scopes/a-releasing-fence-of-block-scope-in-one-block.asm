; In one block it does.
.steps 300
.threads 1
.block 2
.memory 1: 0 0
        bz btid, z
l:      f = load.acquire.grid [1]
        e = f == 0
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        fence.release.block
        store.relaxed.grid [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST FE
