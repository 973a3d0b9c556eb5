; A weak store, then a load of block scope in another block: a race.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 0
        bz bid, z
        n = 0
        n = 0
        v = load.acquire.block [0]
        jump j
z:      [0] = 1
j:      sync
        stop
.expect lockstep trap race 10
.expect volta trap race 10
.covers race
