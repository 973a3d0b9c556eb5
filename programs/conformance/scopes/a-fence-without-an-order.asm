; A fence without an order is acq_rel: it can be either side.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = load.system [1]
        e = f == 0
        bnz e, l
        sync
        fence.system
        v = [0]
        jump j
z:      [0] = 7
        fence.system
        store.system [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST FE
