; Neither BA nor BI holds where a thread has no operand: that trap comes before the disagreement of the others.
.threads 4
.active 0 3
        v = min tid, 2          ; 0, which is in the mask, and 2, which is not
        everywhere
        branch_mask v, yes
yes:    end_everywhere
        stop
.expect trap undefined-variable 6
.expect active 0-3
.expect var v: 0 _ _ 2
.expect steps 2
.expect stat by_instruction.branch_mask == 0
.covers undefined-variable
