; Block 1 has seen the 1, but not the 2, which block 0 stores after it: the store of block 1 (line 14) is a race.
.steps 300
.consistency ptx
.threads 1
.block 1
.grid 2
.memory 1: 0
        bz bid, z
        n = 0
        f = load.relaxed.grid [1]
        n = 0
        n = 0
        n = 0
        [1] = 0
        jump j
z:      k = fetch_add.relaxed.grid [1], 1
        n = 0
        n = 0
        store.relaxed.grid [1], 2
j:      sync
        stop
.expect lockstep trap race 14
.expect volta trap race 14
.covers race AT ST
