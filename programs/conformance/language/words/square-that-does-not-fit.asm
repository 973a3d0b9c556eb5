; In a trap word of 64 bits 3037000500^2 does not fit.
.threads 1
        x = 3037000500
        x = x * x
        stop
.expect trap overflow 4
.covers overflow
