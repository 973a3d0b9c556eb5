; The smallest word of 16 bits / -1 does not fit.
.threads 1
.word 16
        x = -32768
        y = x / -1
        stop
.expect trap overflow 5
.covers overflow
