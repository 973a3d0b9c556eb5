; A load cannot see a weak write: the loop (line 12) races with the store by PTX, too.
.steps 300
.order ascending
.consistency ptx
.threads 1
.block 1
.grid 2
.memory 1: 0
        bz bid, z
        n = 0
        n = 0
        f = load.relaxed.grid [1]
        [1] = 0
        jump j
z:      [1] = 1
j:      sync
        stop
.expect lockstep trap race 12
.expect volta trap race 12
.covers race
