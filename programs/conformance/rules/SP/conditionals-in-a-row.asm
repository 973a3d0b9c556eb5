; Each join empties Π: conditionals one after the other are never nested.
.threads 2
        bz tid, first
        x = 1
first:  sync
        bnz tid, second
        y = 1
second: sync
        stop
.expect stop
.expect var x: _ 1
.expect var y: 1 _
.expect steps 9
.expect stat max_sync_depth == 1
.expect stat branches_divergent == 2
.covers SP SS
