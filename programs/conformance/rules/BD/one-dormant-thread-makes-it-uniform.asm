; The premise just fails: the only zero is in a thread that is dormant.
.threads 33
.active 1-32
        bz tid, zero
        x = 1
zero:   sync
        stop
.expect stop
.expect active 1-32
.expect var x: _ 1 1
.expect steps 4
.expect stat branches_divergent == 0
.covers BF
