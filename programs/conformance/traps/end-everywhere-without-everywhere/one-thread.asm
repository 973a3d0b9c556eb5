; In a warp of one thread a block changes nothing else, but its end must have its begin.
.threads 1
        x = 1
        end_everywhere
        x = 2
        stop
.expect trap end-everywhere-without-everywhere 4
.expect active 0
.expect var x: 1
.expect steps 1
.covers end-everywhere-without-everywhere
