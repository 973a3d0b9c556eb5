; The smallest warp that can diverge.
.threads 2
        bz tid, zero
        x = 10
        jump join
zero:   x = 20
join:   sync
        stop
.expect stop
.expect active 0-1
.expect var x: 20 10
.expect steps 7
.expect stat branches_divergent == 1
.covers BD
