; MT: a branch may look at tid itself; thread 0 alone branches.
.threads 4
        x = 1
        bz tid, zero
        x = 2
zero:   sync
        stop
.expect var x: 1 2 2 2
.expect stat branches_divergent == 1
.covers BD MT
