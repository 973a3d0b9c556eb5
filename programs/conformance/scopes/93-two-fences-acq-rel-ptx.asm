; By PTX the order of fences that are `acq_rel` does not count: the load (line 11) races with the store (line 13).
.steps 300
.threads 1
.block 2
.consistency ptx
.memory 0: 0
        bz btid, z
        n = 0
        n = 0
        fence.block
        v = [0]
        jump j
z:      [0] = 7
        fence.block
j:      sync
        stop
.expect lockstep trap race 11
.expect volta trap race 11
.covers race FE
