; A thread that waits in Π need not have the branch variable.
.threads 4
        bz tid, outer           ; thread 0 waits
        v = tid
        bz v, inner             ; v is 1, 2 and 3
        x = v
inner:  sync
outer:  sync
        stop
.expect stop
.expect var v: _ 1 2 3
.expect var x: _ 1 2 3
.expect steps 8
.expect stat branches_uniform == 1
.expect stat branches_divergent == 1
.covers BF
