; The constant warp_size is the first number that is not a thread, and warp_size - 1 is the last thread.
.threads 33
        everywhere
        branch_mask warp_size, never
        lane = warp_size - 1
        branch_mask lane, out
never:  x = 1
out:    end_everywhere
        stop
.expect stop
.expect var x: _ _
.expect steps 6
.covers BI BA
