; `ballot` and `shfl` see only lanes that exist.
.threads 4
.block 2
        b = ballot 1
        x = 5
        shfl x, 3
        stop
.expect lockstep stop
.expect lockstep var b: 3 3 _ _
.expect lockstep var x: _ _ _ _
.expect volta stop
.expect volta var b: 1 2 _ _
.expect volta var x: _ _ _ _
.covers BL SI
