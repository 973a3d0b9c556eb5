; The smallest word of 16 bits plus -1 does not fit.
.threads 33
.word 16
        x = -32768
        y = -1 + x
        stop
.expect trap overflow 5
.covers overflow
