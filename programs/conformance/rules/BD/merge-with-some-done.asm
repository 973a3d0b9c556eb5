; A loop with its test at the bottom diverges each time with threads in Θ_done: they are kept (E2).
.threads 4
        i = 0
again:  i = i + 1
        more = i <= tid
        bnz more, again
        sync
        stop
.expect stop
.expect active 0-3
.expect var i: 1 2 3 4
.expect steps 18
.expect stat branches_divergent == 3
.expect stat branches_uniform == 1
.expect stat max_sync_depth == 1
.expect stat by_instruction.sync == 4
.covers BD BF SS SP
