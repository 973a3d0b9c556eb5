; No thread has that number, just past the last one, or far from any: nothing is in the mask.
.threads 4
        everywhere
        branch_mask 4, never
        branch_mask 0x7fffffffffffffff, never
        x = 1
        end_everywhere
        stop
never:  x = 2
        stop
.expect stop
.expect var x: 1 1 1 1
.expect steps 6
.covers BI
