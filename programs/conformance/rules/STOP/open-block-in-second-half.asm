; `stop` in a block in the half that runs second: threads that are done wait in the outer Π forever.
.threads 4
        high = tid & 2
        bz high, second
        jump join
second: everywhere
        x = tid
        stop
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var x: 0 1 2 3
.expect steps 7
.expect stat by_instruction.sync == 1
.covers STOP SS
