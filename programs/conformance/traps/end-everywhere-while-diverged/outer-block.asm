; Two blocks: the inner one ends, and restores the conditional of the outer one, which is open.
.threads 33
        everywhere
        bz tid, out
        everywhere
        end_everywhere
        end_everywhere
out:    sync
        end_everywhere
        stop
.expect trap end-everywhere-while-diverged 7
.expect active 1-32
.expect steps 4
.covers end-everywhere-while-diverged EE
