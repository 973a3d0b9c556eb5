; A fence that is `acquire` does not release: the load (line 12) races with the store (line 14).
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = load.acquire.grid [1]
        e = f == 0
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        fence.acquire.grid
        store.relaxed.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 12
.expect volta trap race 12
.covers race AT ST FE
