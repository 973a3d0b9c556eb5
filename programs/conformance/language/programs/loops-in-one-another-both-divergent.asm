; The inner loop's rounds differ between the threads too: its entry lies on that of the outer one, each round anew.
.threads 4
        i = 0
        work = 0
outer:  j = 0
inner:  work = work + 1
        j = j + 1
        more = j <= tid         ; tid + 1 rounds
        bnz more, inner
        sync
        i = i + 1
        more = i <= tid         ; tid + 1 rounds
        bnz more, outer
        sync
        stop
.expect stop
.expect active 0-3
.expect var work: 1 4 9 16
.expect stat max_sync_depth == 2
.expect stat branches_divergent == 9            ; 3 + 2 + 1 of the inner loop, 3 of the outer one
.covers BD BF SS SP
