; undefined-variable: the threads that were active have the operand of branch_mask, a woken one has not.
.threads 4
.active 0-2
        k = 0
        everywhere
        branch_mask k, out
out:    end_everywhere
        stop
.expect trap undefined-variable 6
.expect active: 0-3
.expect var k: 0 0 0 _
.covers undefined-variable
