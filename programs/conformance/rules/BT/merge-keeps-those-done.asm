; Taken by all that are left, when thread 0 is done: the entry keeps it in Θ_done, and it continues with the others (E2).
.threads 4
        rounds = min tid, 1
        rounds = rounds * 2
        rounds = rounds + 1     ; 1 3 3 3
        i = 0
again:  i = i + 1
        more = i < rounds
        bnz more, again         ; diverges, then BT, then BF
        sync
        stop
.expect stop
.expect active 0-3
.expect var i: 1 3 3 3
.expect steps 16
.expect stat branches_uniform == 2
.expect stat branches_divergent == 1
.expect stat max_sync_depth == 1
.covers BT BD SS SP
