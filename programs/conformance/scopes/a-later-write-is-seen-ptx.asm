; Thread 0 adds 1 with block scope, then stores 2 with grid scope. Thread 1 has seen the 2, which is a later write than the
; 1: its store races with neither.
.steps 300
.consistency ptx
.threads 1
.block 2
.memory 1: 0
        bz btid, z
        n = 0
        n = 0
        n = 0
        f = load.relaxed.grid [1]
        [1] = 0
        jump j
z:      k = fetch_add.relaxed.block [1], 1
        store.relaxed.grid [1], 2
j:      sync
        stop
.expect lockstep stop
.expect lockstep var f warp 1: 2
.expect volta stop
.expect volta var f warp 1: 2
.covers AT ST
