; `barrier` in the half that runs first: thread 0 of the warp waits for its turn.
.threads 2
        bz tid, join
        barrier
join:   sync
        stop
.expect trap barrier-while-diverged 4
.expect active 1
.expect steps 1
.covers barrier-while-diverged
