; A branch of the one thread, in the block, is open.
.threads 1
        everywhere
        bnz tid, out
out:    end_everywhere
        stop
.expect trap end-everywhere-while-diverged 5
.expect active 0
.expect steps 2
.covers end-everywhere-while-diverged BF
