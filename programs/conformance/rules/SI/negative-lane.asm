; SI: a lane may be any integer; -1 is not in the mask.
.threads 2
        x = tid
        shfl x, -1
        stop
.expect var x: _ _
.covers SI
