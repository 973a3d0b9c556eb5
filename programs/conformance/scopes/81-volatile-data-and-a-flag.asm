; Volatile data and a volatile flag are atomics of the system: no order, but no race.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 0 0
        bz bid, z
l:      f = load.relaxed.system [1]
        e = f == 0
        bnz e, l
        sync
        v = load.relaxed.system [0]
        jump j
z:      store.relaxed.system [0], 7
        store.relaxed.system [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST
