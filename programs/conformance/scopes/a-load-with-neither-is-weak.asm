; A load without an order and a scope is weak: it races with an atomic store.
.steps 300
.threads 1
.block 2
.memory 0: 0
        bz btid, z
        n = 0
        n = 0
        v = [0]
        jump j
z:      store.relaxed.grid [0], 1
j:      sync
        stop
.expect lockstep trap race 9
.expect volta trap race 9
.covers race ST
