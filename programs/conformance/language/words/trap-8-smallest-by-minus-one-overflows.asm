; The smallest word of 8 bits / -1 does not fit.
.threads 1
.word 8
        x = -128
        y = x / -1
        stop
.expect trap overflow 5
.covers overflow
