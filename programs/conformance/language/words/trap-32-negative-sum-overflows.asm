; The smallest word of 32 bits plus -1 does not fit.
.threads 33
.word 32
        x = -2147483648
        y = -1 + x
        stop
.expect trap overflow 5
.covers overflow
