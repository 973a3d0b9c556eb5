; SI: a lane that is 0 modulo 2^32 is not lane 0.
.threads 2
        x = tid
        shfl x, 4294967296
        stop
.expect var x: _ _
.covers SI
