; Accesses that are seq_cst are no fences: those of two addresses order nothing, by PTX neither. The load (line 13) races
; with the store (line 15).
.steps 300
.threads 1
.block 1
.grid 2
.consistency ptx
.memory 1: 0 0
        bz bid, z
        n = 0
        n = 0
        k = fetch_add.seq_cst.grid [2], 1
        v = [0]
        jump j
z:      [0] = 7
        k = fetch_add.seq_cst.grid [1], 1
j:      sync
        stop
.expect lockstep trap race 13
.expect volta trap race 13
.covers race AT
