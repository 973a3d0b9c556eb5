; SI: a huge lane, computed.
.threads 2
        x = tid
        k = 1 << 62
        shfl x, k
        stop
.expect var x: _ _
.covers SI
