; Threads beyond the thirty-second have their bit in the mask.
.threads 33
.active 32
        everywhere
        branch_mask 32, yes
        x = 1
yes:    branch_mask 31, no
        y = 1
no:     end_everywhere
        stop
.expect stop
.expect active 32
.expect var x: _ _
.expect var y: 1 1
.expect steps 6
.covers BA BI
