; `branch_mask` opens no conditional, so there is none to close.
.threads 4
        everywhere
        branch_mask 0, there
there:  sync
        end_everywhere
        stop
.expect trap sync-without-branch 5
.expect active 0-3
.expect steps 2
.covers sync-without-branch BA
