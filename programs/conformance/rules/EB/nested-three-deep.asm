; Blocks nest: three entries in Λ, of which only the outermost finds threads asleep.
.threads 4
.active 1
        everywhere
        everywhere
        everywhere
        x = tid
        end_everywhere
        end_everywhere
        y = tid
        end_everywhere
        stop
.expect stop
.expect active 1
.expect var x: 0 1 2 3
.expect var y: 0 1 2 3
.expect steps 9
.expect stat max_context_depth == 3
.expect stat everywhere_blocks == 3
.expect stat lanes_woken == 3
.covers EB EE
