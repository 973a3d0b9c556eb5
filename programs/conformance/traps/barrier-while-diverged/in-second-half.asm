; `barrier` in the half that runs second.
.threads 33
        bz tid, second
        jump join
second: barrier
join:   sync
        stop
.expect trap barrier-while-diverged 5
.expect active 0
.expect steps 3
.covers barrier-while-diverged SS
