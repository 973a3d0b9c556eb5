; `stop` in the half that runs second: no thread waits for a turn, but the first half's threads wait at the join.
.threads 4
        bz tid, second
        x = 1
        jump join
second: x = 2
        stop
join:   sync
        stop
.expect trap stop-while-diverged 7
.expect active 0
.expect var x: 2 1 1 1
.expect steps 5
.covers stop-while-diverged SS
