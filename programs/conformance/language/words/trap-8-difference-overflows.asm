; 0 minus the smallest word of 8 bits does not fit.
.threads 32
.word 8
        x = -128
        y = 0 - x
        stop
.expect trap overflow 5
.covers overflow
