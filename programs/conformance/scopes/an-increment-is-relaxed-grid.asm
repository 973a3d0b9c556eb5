; `atomic_inc` is relaxed, and of grid scope: two blocks may increment one word, and a load of grid scope may read it.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 0
        v = atomic_inc [0]
        v = load.relaxed.grid [0]
        stop
.expect lockstep stop
.expect lockstep memory 0: 2
.expect volta stop
.expect volta memory 0: 2
.covers AT
