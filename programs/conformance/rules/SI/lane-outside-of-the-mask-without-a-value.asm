; SI: where the lane is not in the mask, whether it has the variable does not matter.
.threads 4
.active 0 1
        x = 6
        shfl x, 2           ; thread 2 never had an x
        stop
.expect stop
.expect var x: _ _ _ _
.covers SI
