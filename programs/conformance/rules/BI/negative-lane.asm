; A negative number names no thread.
.threads 64
        everywhere
        branch_mask -1, never
        branch_mask -64, never
        end_everywhere
        stop
never:  stop
.expect stop
.expect active 0-63
.expect steps 5
.expect stat by_instruction.branch_mask == 2
.covers BI
