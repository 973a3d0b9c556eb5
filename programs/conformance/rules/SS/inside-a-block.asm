; A conditional of a block: the switch is among the threads of the block.
.threads 4
.active 3
        everywhere
        bz tid, second
        x = 1
        jump join
second: x = 2
join:   sync
        end_everywhere
        stop
.expect stop
.expect active 3
.expect var x: 2 1 1 1
.expect steps 9
.expect stat lanes_woken == 3
.covers SS SP
