; `bz` with no zero among the threads (negative is not zero): all continue at the next instruction.
.threads 4
        v = tid - 4
        bz v, there
        x = 1
there:  sync
        stop
.expect stop
.expect var v: -4 -3 -2 -1
.expect var x: 1 1 1 1
.expect steps 5
.expect stat branches_uniform == 1
.expect stat branches_divergent == 0
.expect stat max_sync_depth == 1
.covers BF SP
