; The smallest word of 64 bits plus -1 does not fit.
.threads 33
.word 64
        x = -9223372036854775808
        y = -1 + x
        stop
.expect trap overflow 5
.covers overflow
