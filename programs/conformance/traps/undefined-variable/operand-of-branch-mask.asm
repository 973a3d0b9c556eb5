; undefined-variable: the operand of branch_mask, in a block.
.threads 2
        everywhere
        branch_mask k, out
out:    end_everywhere
        stop
.expect trap undefined-variable 4
.expect active: 0 1
.expect steps 1
.covers undefined-variable EB
