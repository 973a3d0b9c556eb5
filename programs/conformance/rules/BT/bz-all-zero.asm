; `bz` with the variable zero in every thread: all go to the target together.
.threads 4
        zero = 0
        bz zero, there
        x = 1
there:  sync
        stop
.expect stop
.expect var x: _ _ _ _
.expect steps 4
.expect stat branches_uniform == 1
.expect stat branches_divergent == 0
.expect stat max_sync_depth == 1
.covers BT SP
