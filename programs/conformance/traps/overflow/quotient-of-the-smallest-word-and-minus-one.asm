; overflow: the one quotient that does not fit.
.threads 1
        x = -9223372036854775808
        y = x / -1
        stop
.expect trap overflow 4
.covers overflow
