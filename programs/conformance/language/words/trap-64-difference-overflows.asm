; 0 minus the smallest word of 64 bits does not fit.
.threads 32
.word 64
        x = -9223372036854775808
        y = 0 - x
        stop
.expect trap overflow 5
.covers overflow
