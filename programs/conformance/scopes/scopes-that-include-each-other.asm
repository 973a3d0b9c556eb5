; In one block, block scope and grid scope include each other's thread.
.steps 300
.threads 1
.block 2
.memory 0: 0
        bz btid, z
        v = fetch_add.relaxed.block [0], 1
        jump j
z:      v = fetch_add.relaxed.system [0], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 2
.expect volta stop
.expect volta memory 0: 2
.covers AT
