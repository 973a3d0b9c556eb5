; 0 minus the smallest word of 16 bits does not fit.
.threads 32
.word 16
        x = -32768
        y = 0 - x
        stop
.expect trap overflow 5
.covers overflow
