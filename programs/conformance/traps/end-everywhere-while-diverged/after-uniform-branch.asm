; The conditional of the block need not have diverged.
.threads 64
.active 5
        everywhere
        zero = 0
        bz zero, out
out:    end_everywhere
        stop
.expect trap end-everywhere-while-diverged 7
.expect active 0-63
.expect steps 3
.expect stat branches_uniform == 1
.covers end-everywhere-while-diverged BT
