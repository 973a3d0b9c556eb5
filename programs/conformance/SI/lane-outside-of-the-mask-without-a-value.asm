; SI: where the lane is not in the mask, nobody asks whether it has the variable.
.threads 4
.active 0 1
        x = 6
        shfl x, 2           ; thread 2 never had an x
        stop
.expect stop
.expect var x: _ _ _ _
.covers SI
