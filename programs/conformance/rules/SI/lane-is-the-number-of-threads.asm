; SI: lane N is the first that is not a thread. The variable becomes undefined, and that is not a trap.
.threads 32
        x = tid
        shfl x, 32
        stop
.expect var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers SI
