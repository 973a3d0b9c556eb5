; The block's end, reached in the half that runs first of a conditional of the block.
.threads 4
        everywhere
        bz tid, out
out:    end_everywhere
        sync
        stop
.expect trap end-everywhere-while-diverged 5
.expect active 1-3
.expect steps 2
.covers end-everywhere-while-diverged
