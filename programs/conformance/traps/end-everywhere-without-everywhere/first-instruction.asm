; `end_everywhere` as the first instruction: no block is open.
.threads 32
.active 3-4
        end_everywhere
        stop
.expect trap end-everywhere-without-everywhere 4
.expect active 3-4
.expect steps 0
.covers end-everywhere-without-everywhere
