; Reached by a branch, by a branch_mask, by a sync, or past the end of a block.
.threads 4
        c = tid < 2
        bz c, join
        everywhere
        branch_mask 1, woken
woken:  end_everywhere
        y = 1
join:   sync
        stop
.expect stop
