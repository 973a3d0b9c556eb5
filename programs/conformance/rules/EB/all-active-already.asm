; A block with no thread to wake is still a block.
.threads 64
        everywhere
        end_everywhere
        stop
.expect stop
.expect active 0-63
.expect steps 3
.expect stat everywhere_blocks == 1
.expect stat lanes_woken == 0
.expect stat max_context_depth == 1
.covers EB EE
