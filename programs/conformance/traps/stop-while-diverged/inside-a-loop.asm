; A `stop` in a loop's body, in a conditional that only the third round enters.
.threads 4
        i = 0
loop:   i = i + 1
        third = i == 3
        bz third, on
        stop
on:     sync
        jump loop
.expect trap stop-while-diverged 7
.expect active 0-3
.expect var i: 3 3 3 3
.expect steps 14
.covers stop-while-diverged
