; A block in an endless loop begins and ends in each round: Λ does not grow, and the step limit ends the run in a block.
.threads 2
.active 1
here:   everywhere
        end_everywhere
        jump here
.expect limit steps
.expect active 0-1
.expect steps 10000000
.expect stat everywhere_blocks == 3333334
.expect stat lanes_woken == 3333334
.expect stat max_context_depth == 1
.covers EB EE
