; Two blocks, three ends: the third traps.
.threads 33
.active 0 32
        everywhere
        everywhere
        end_everywhere
        end_everywhere
        end_everywhere
        stop
.expect trap end-everywhere-without-everywhere 8
.expect active 0 32
.expect steps 4
.expect stat max_context_depth == 2
.covers end-everywhere-without-everywhere EE
