; SI: the smallest word of 64 bits is not in the mask.
.threads 1
        x = 3
        shfl x, -9223372036854775808
        stop
.expect var x: _
.covers SI
