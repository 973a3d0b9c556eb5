; SI: lane N is the first that is no thread. The variable becomes undefined, and that is no trap.
.threads 32
        x = tid
        shfl x, 32
        stop
.expect var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers SI
