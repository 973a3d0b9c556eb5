; An order without a scope has grid scope: it orders two blocks.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = load.acquire [1]
        e = f == 0
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        store.release [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST
