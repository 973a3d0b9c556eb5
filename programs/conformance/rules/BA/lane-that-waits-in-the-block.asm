; The mask is that of the block's entry: a lane that waits in a conditional of the block is in it.
.threads 4
        everywhere
        bz tid, join            ; thread 0 waits
        branch_mask 0, join
        x = 1
join:   sync
        end_everywhere
        stop
.expect stop
.expect var x: _ _ _ _
.expect steps 7
.expect stat branches_divergent == 1
.covers BA
