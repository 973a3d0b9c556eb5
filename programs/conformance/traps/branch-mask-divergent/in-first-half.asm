; In a half of the block's conditional, the threads of that half disagree; the waiting thread is not checked.
.threads 4
.active 0 2
        everywhere
        bz tid, join            ; thread 0 waits
        branch_mask tid, join
        x = 1
join:   sync
        end_everywhere
        stop
.expect trap branch-mask-divergent 6
.expect active 1-3
.expect steps 2
.covers branch-mask-divergent
