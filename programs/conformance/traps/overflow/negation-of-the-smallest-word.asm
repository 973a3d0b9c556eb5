; overflow: 0 minus the smallest word is one more than the largest.
.threads 1
        x = -9223372036854775808
        y = 0 - x
        stop
.expect trap overflow 4
.covers overflow
