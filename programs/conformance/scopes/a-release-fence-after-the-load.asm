; A fence that is `release` does not acquire: the load (line 13) races with the store (line 15).
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = load.relaxed.grid [1]
        e = f == 0
        bnz e, l
        sync
        fence.release.grid
        v = [0]
        jump j
z:      [0] = 7
        store.release.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 13
.expect volta trap race 13
.covers race AT ST FE
