; The conditional need not have diverged: the entry of a uniform branch is open until its `sync`.
.threads 64
        one = 1
        bz one, end
end:    stop
.expect trap stop-while-diverged 5
.expect active 0-63
.expect steps 2
.expect stat branches_divergent == 0
.covers stop-while-diverged BF
