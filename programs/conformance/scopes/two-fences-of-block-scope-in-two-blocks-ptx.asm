; Fences that are seq_cst, but of block scope in two blocks: neither includes the other, and the load (line 13) races with
; the store (line 15).
.steps 300
.threads 1
.block 1
.grid 2
.consistency ptx
.memory 1: 0 0
        bz bid, z
        n = 0
        n = 0
        fence.seq_cst.grid
        v = [0]
        jump j
z:      [0] = 7
        fence.seq_cst.block
j:      sync
        stop
.expect lockstep trap race 13
.expect volta trap race 13
.covers race FE
