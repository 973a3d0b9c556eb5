; The smallest word of 32 bits times -1 does not fit.
.threads 1
.word 32
        x = -2147483648
        y = x * -1
        stop
.expect trap overflow 5
.covers overflow
