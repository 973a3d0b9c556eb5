; `bnz` with the variable nonzero in every thread, negative and positive: all go to the target together.
.threads 4
        side = tid * 2
        side = side - 3         ; -3 -1 1 3
        bnz side, there
        x = 1
there:  sync
        stop
.expect stop
.expect var side: -3 -1 1 3
.expect var x: _ _ _ _
.expect steps 5
.expect stat branches_uniform == 1
.expect stat by_instruction.bnz == 1
.covers BT
