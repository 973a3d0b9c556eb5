; A block in an endless loop begins and ends in each round: Λ does not grow, and the step limit ends the run in a block.
.threads 2
.active 1
.steps 100000
here:   everywhere
        end_everywhere
        jump here
.expect limit steps
.expect active 0-1
.expect steps 100000
.expect stat everywhere_blocks == 33334
.expect stat lanes_woken == 33334
.expect stat max_context_depth == 1
.covers EB EE
