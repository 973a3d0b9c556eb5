; BI opens no conditional: `end_everywhere` after it finds Π empty.
.threads 32
.active 7
        everywhere
        branch_mask 8, elsewhere
        end_everywhere
        stop
elsewhere:
        x = 1
        stop
.expect stop
.expect active 7
.expect steps 4
.expect stat max_sync_depth == 0
.covers BI EE
