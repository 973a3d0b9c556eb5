; By PTX the order of two fences that are `seq_cst` counts (P3).
.steps 300
.threads 1
.block 2
.consistency ptx
.memory 0: 0
        bz btid, z
        n = 0
        n = 0
        fence.seq_cst.block
        v = [0]
        jump j
z:      [0] = 7
        fence.seq_cst.block
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers FE
