; `bnz` with zero in every thread: all continue at the next instruction.
.threads 4
        zero = 0
        bnz zero, there
        x = 1
there:  sync
        stop
.expect stop
.expect var x: 1 1 1 1
.expect steps 5
.expect stat branches_uniform == 1
.expect stat by_instruction.bnz == 1
.covers BF
