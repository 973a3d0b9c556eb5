; overflow: the smallest word times -1.
.threads 1
        x = -9223372036854775808
        y = -1 * x
        stop
.expect trap overflow 4
.covers overflow
