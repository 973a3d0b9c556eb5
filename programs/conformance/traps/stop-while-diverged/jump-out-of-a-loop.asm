; A `jump` out of a loop leaves the loop's entry open, here in its fourth round.
.threads 2
        i = 0
loop:   more = i < 10
        bz more, done
        i = i + 1
        enough = i == 4
        bnz enough, leave
        sync
        jump loop
leave:  sync
        jump end                ; past the loop's own `sync`
done:   sync
end:    stop
.expect trap stop-while-diverged 14
.expect active 0-1
.expect var i: 4 4
.expect steps 29
.expect stat max_sync_depth == 2
.covers stop-while-diverged
