; The inner block's mask is the half that opened it: of the whole warp, thread 0 is not in it.
.threads 64
        everywhere
        branch_mask tid, all
        stop
all:    bz tid, join            ; thread 0 waits
        everywhere
        branch_mask tid, join
        end_everywhere
join:   sync
        end_everywhere
        stop
.expect trap branch-mask-divergent 8
.expect active 0-63
.expect steps 4
.expect stat max_context_depth == 2
.covers branch-mask-divergent BA
