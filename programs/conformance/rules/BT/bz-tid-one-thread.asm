; `bz tid` in a warp of one thread, whose number is 0: taken.
.threads 1
        bz tid, there
        x = 1
there:  sync
        stop
.expect stop
.expect var x: _
.expect steps 3
.expect stat branches_uniform == 1
.covers BT
