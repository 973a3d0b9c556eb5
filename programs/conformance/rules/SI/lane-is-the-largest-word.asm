; SI: the largest word of 64 bits is not in the mask.
.threads 64
        x = 3
        shfl x, 9223372036854775807
        stop
.expect var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers SI
