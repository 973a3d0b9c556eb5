; A load without an order is relaxed and acquires nothing: the load (line 12) races with the store (line 14).
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
l:      f = load.grid [1]
        e = f == 0
        bnz e, l
        sync
        v = [0]
        jump j
z:      [0] = 7
        store.release [1], 1
j:      sync
        stop
.expect lockstep trap race 12
.expect volta trap race 12
.covers race AT ST
