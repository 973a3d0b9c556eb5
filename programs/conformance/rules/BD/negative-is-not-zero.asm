; Only 0 is zero: of -1, 0 and 1, thread 1's 0 branches.
.threads 3
        v = tid - 1
        bz v, zero
        x = 1
        jump join
zero:   x = 2
join:   sync
        stop
.expect stop
.expect var x: 1 2 1
.expect stat branches_divergent == 1
.covers BD
