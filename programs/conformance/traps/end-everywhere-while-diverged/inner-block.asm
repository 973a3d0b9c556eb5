; Two blocks: the conditional of the inner one is open, so the inner one cannot end.
.threads 33
        everywhere
        everywhere
        bz tid, out
        x = 1
out:    end_everywhere
        end_everywhere
        stop
.expect trap end-everywhere-while-diverged 7
.expect active 1-32
.expect var x: _ 1 1
.expect steps 4
.expect stat max_context_depth == 2
.covers end-everywhere-while-diverged
