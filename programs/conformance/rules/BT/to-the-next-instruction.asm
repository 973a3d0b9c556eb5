; A branch to the next instruction opens its entry like any other, and needs its `sync`.
.threads 2
        zero = 0
        bz zero, next
next:   sync
        stop
.expect stop
.expect steps 4
.expect stat max_sync_depth == 1
.expect stat branches_uniform == 1
.covers BT SP
