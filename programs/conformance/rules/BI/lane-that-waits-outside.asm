; A lane that waits in the conditional around the block was not active at the entry.
.threads 4
        bz tid, join            ; thread 0 waits
        everywhere
        branch_mask 0, yes
        x = 1
yes:    end_everywhere
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 1 1 1 1
.expect steps 8
.covers BI
