; An atomic and a weak store race, also with equal words.
.steps 300
.threads 1
.block 1
.grid 2
        bz bid, z
        n = 0
        n = 0
        store.relaxed.grid [0], 1
        jump j
z:      [0] = 1
j:      sync
        stop
.expect lockstep trap race 9
.expect volta trap race 9
.covers race ST
