; `stop` in a block checks the block's own Π: the conditional around the block may wait for its second half.
.threads 4
        x = 0
        bz tid, rest
        everywhere
        x = x + 1
        stop
rest:   x = 9
        sync
        stop
.expect stop
.expect active 0-3
.expect var x: 1 1 1 1
.expect steps 5
.expect stat branches_divergent == 1
.expect stat by_instruction.sync == 0
.covers STOP EB
