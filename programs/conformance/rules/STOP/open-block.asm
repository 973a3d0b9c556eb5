; `stop` does not check Λ: in an open block the program ends there, with the block's Θ.
.threads 4
.active 2
        everywhere
        x = tid
        stop
.expect stop
.expect active 0-3
.expect var x: 0 1 2 3
.expect steps 3
.expect stat max_context_depth == 1
.expect stat lanes_woken == 3
.covers STOP EB
