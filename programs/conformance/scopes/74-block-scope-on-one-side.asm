; Block 0 adds with grid scope, block 1 with block scope: that of block 1 does not include block 0.
; (In ascending order. In another order the other access is the later one.)
.steps 300
.order ascending
.threads 1
.block 1
.grid 2
.memory 0: 0
        bz bid, z
        v = fetch_add.relaxed.block [0], 1
        jump j
z:      v = fetch_add [0], 1
j:      sync
        stop
.expect lockstep trap race 10
.expect volta trap race 10
.covers race AT
