; Block 1 resets the counter, and has not read what block 0 has added: the atomic is not seen, and the store (line 12) is a
; race by PTX, too.
.steps 300
.consistency ptx
.threads 1
.block 1
.grid 2
.memory 1: 0
        bz bid, z
        n = 0
        n = 0
        [1] = 0
        jump j
z:      k = fetch_add [1], 1
j:      sync
        stop
.expect lockstep trap race 12
.expect volta trap race 12
.covers race AT
