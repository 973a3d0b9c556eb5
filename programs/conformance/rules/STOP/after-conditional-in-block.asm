; `stop` in a block, after a conditional of the block that has been closed.
.threads 4
.active 1
        everywhere
        bz tid, join
        x = 5
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: _ 5 5 5
.expect steps 6
.covers STOP
