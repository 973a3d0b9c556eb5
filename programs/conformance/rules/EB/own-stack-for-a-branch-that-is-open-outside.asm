; A branch whose entry is on top outside of the block finds Π empty inside: it opens an entry there, and that is popped.
.threads 2
        depth = 0
back:   bz depth, in            ; taken outside of the block, not taken inside
        sync
        end_everywhere
        sync
        stop
in:     depth = 1
        everywhere
        jump back
.expect stop
.expect active 0-1
.expect steps 10
.expect stat max_sync_depth == 1
.expect stat max_context_depth == 1
.expect stat branches_uniform == 2
.covers EB EE BT BF
