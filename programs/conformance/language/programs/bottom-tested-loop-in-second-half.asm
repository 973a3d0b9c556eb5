; A loop with its test at the bottom in the half that runs second: two entries, both with threads that are done (E2).
.threads 8
        i = 0
        low = tid < 4
        bnz low, second         ; 4 to 7 continue
        i = 90
        jump fi
second: i = i + 1
        more = i <= tid
        bnz more, second
        sync
fi:     sync
        stop
.expect stop
.expect active 0-7
.expect var i: 1 2 3 4 90 90 90 90
.expect steps 24
.expect stat max_sync_depth == 2
.expect stat branches_divergent == 4
.covers BD SS SP
