; Loads of any strength do not race: atomic ones of block scope in two blocks, and weak ones.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 3
        v = load.relaxed.block [0]
        w = [0]
        u = load.acquire.grid [0]
        stop
.expect lockstep stop
.expect lockstep var u warp 1: 3
.expect volta stop
.expect volta var u warp 1: 3
.covers AT
