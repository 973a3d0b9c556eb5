; The smallest word of 64 bits times -1 does not fit.
.threads 1
.word 64
        x = -9223372036854775808
        y = x * -1
        stop
.expect trap overflow 5
.covers overflow
