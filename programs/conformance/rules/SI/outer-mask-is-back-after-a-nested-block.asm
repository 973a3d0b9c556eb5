; SI: the end of a nested block restores the outer block's mask, in which lane 3 is not.
.threads 4
.active 0
        everywhere
        x = tid
        y = tid
        everywhere
        shfl x, 3           ; the mask is every thread
        end_everywhere
        shfl y, 3           ; the mask is {0}
        end_everywhere
        stop
.expect var x: 3 3 3 3
.expect var y: _ _ _ _
.covers SI SV EE
