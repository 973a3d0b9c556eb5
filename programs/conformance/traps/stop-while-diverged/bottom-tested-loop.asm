; A loop with its test at the bottom opens a conditional too; without a `sync` the first to leave cannot stop.
.threads 4
        i = 0
again:  i = i + 1
        more = i <= tid
        bnz more, again
        stop
.expect trap stop-while-diverged 7
.expect active 0
.expect var i: 1 1 1 1
.expect steps 4
.covers stop-while-diverged BD
