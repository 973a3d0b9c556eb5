; Atomic loads and stores of grid scope do not race, whatever orders them.
.steps 300
.threads 1
.block 1
.grid 3
.memory 0: 0
        store.relaxed.grid [0], bid
        v = load.relaxed.grid [0]
        stop
.expect lockstep stop
.expect volta stop
.covers AT ST
