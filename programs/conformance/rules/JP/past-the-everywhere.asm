; A `jump` into the middle of a block does not open it: its end finds no block.
.threads 4
.active 1
        jump inside
        everywhere
inside: x = tid
        end_everywhere
        stop
.expect trap end-everywhere-without-everywhere 7
.expect active 1
.expect var x: _ 1 _ _
.expect steps 2
.covers JP end-everywhere-without-everywhere
