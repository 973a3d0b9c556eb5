; In a warp of one thread, thread 0 is in the mask and thread 1 is not.
.threads 1
        everywhere
        branch_mask 1, never
        branch_mask 0, out
never:  x = 1
out:    end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: _
.expect steps 5
.covers BI BA
