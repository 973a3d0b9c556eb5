; `bnz tid` in a warp of one thread: its number is 0, so it continues.
.threads 1
        bnz tid, there
        x = 1
there:  sync
        stop
.expect stop
.expect var x: 1
.expect steps 4
.expect stat branches_uniform == 1
.covers BF
