; SI: a thread that is dormant is not in the mask.
.threads 4
.active 0-2
        x = tid
        shfl x, 3
        stop
.expect var x: _ _ _ _
.expect active: 0-2
.covers SI
