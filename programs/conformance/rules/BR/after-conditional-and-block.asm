; A barrier after a conditional and a block that are closed: both stacks are empty again.
.threads 4
.warps 2
        bz tid, join
        everywhere
        end_everywhere
join:   sync
        barrier
        stop
.expect stop
.expect active 0-3
.expect steps 14
.expect stat branches_divergent == 2
.expect stat max_context_depth == 1
.covers BR
