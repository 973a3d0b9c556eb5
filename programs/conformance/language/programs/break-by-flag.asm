; break as a flag: it ends the loop at its one test, so that the loop keeps one branch and one `sync`.
.threads 10
        i = 0
        go = 1
loop:   bz go, done
        square = i * i
        found = square >= tid   ; the first i whose square is tid or more
        bz found, on
        go = 0                  ; break
        jump next
on:     i = i + 1
        go = i < 10
next:   sync
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-9
.expect var i: 0 1 2 2 2 3 3 3 3 3
.expect var go: 0 0 0 0 0 0 0 0 0 0
.expect stat max_sync_depth == 2
.covers BD SS SP
