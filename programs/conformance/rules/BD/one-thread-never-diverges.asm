; The premise needs two threads: in a warp of one, a branch is uniform whichever way it goes.
.threads 1
        bz tid, taken
        x = 1
taken:  sync
        one = 1
        bz one, never
        y = 2
never:  sync
        stop
.expect stop
.expect var x: _
.expect var y: 2
.expect steps 7
.expect stat branches_divergent == 0
.expect stat branches_uniform == 2
.covers BT BF
