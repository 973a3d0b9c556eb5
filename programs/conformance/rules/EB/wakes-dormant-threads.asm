; A block makes all threads active, those included that never were.
.threads 8
.active 2
        everywhere
        x = tid
        end_everywhere
        stop
.expect stop
.expect active 2
.expect var x: 0 1 2 3 4 5 6 7
.expect steps 4
.expect stat everywhere_blocks == 1
.expect stat lanes_woken == 7
.expect stat max_context_depth == 1
.covers EB EE
