; BA opens no conditional: a `stop` right at the target finds Π empty, and the branch counts are of bz and bnz.
.threads 4
        everywhere
        branch_mask 0, yes
        x = 1
yes:    stop
.expect stop
.expect steps 3
.expect stat max_sync_depth == 0
.expect stat branches_uniform == 0
.covers BA STOP
