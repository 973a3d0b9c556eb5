; Two fences of the grid that are seq_cst: the earlier is ordered before the later.
.steps 300
.threads 1
.block 1
.grid 2
.consistency ptx
.memory 1: 0 0
        bz bid, z
        n = 0
        n = 0
        fence.seq_cst.system
        v = [0]
        jump j
z:      [0] = 7
        fence.seq_cst.grid
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers FE
