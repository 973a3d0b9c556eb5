; A load of block scope, then a store of another block: a race.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 0
        bz bid, z
        n = 0
        n = 0
        store.relaxed.grid [0], 1
        jump j
z:      v = load.relaxed.block [0]
j:      sync
        stop
.expect lockstep trap race 10
.expect volta trap race 10
.covers race AT
