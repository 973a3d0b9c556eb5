; The conditional need not have diverged.
.threads 64
        one = 1
        bz one, join
        barrier
join:   sync
        stop
.expect trap barrier-while-diverged 5
.expect active 0-63
.expect steps 2
.covers barrier-while-diverged BF
