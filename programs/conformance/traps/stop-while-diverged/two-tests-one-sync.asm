; A loop with two exit tests and one `sync`: no round closes what its tests open, Π grows, and `stop` finds it non-empty.
.threads 4
        i = 0
loop:   go = i < 10
        bz go, done
        found = i * i
        found = found >= tid    ; the first i whose square is tid or more
        bz found, on
        stay = 0
        jump fi
on:     stay = 1
fi:     sync
        bz stay, done           ; break
        i = i + 1
        jump loop
done:   sync
        stop
.expect trap stop-while-diverged 17
.expect active 2-3
.expect var i: 0 1 2 2
.expect stat max_sync_depth == 6
.covers stop-while-diverged
