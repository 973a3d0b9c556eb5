; 0 minus the smallest word of 32 bits does not fit.
.threads 32
.word 32
        x = -2147483648
        y = 0 - x
        stop
.expect trap overflow 5
.covers overflow
