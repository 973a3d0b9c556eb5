; The smallest word of 8 bits plus -1 does not fit.
.threads 33
.word 8
        x = -128
        y = -1 + x
        stop
.expect trap overflow 5
.covers overflow
