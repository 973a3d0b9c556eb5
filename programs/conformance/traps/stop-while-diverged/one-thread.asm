; A warp of one thread cannot diverge, but its branch opens a conditional anyway.
.threads 1
        bz tid, end
end:    stop
.expect trap stop-while-diverged 4
.expect active 0
.expect steps 1
.covers stop-while-diverged
