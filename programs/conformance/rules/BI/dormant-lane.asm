; `branch_mask` with a thread that the block has woken: it was not active at the entry, and all continue.
.threads 4
.active 1 3
        everywhere
        x = 1
        branch_mask 2, yes
        x = 2
yes:    end_everywhere
        stop
.expect stop
.expect active 1 3
.expect var x: 2 2 2 2
.expect steps 6
.covers BI
