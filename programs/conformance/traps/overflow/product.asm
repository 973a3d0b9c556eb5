; overflow: 2^32 * 2^31 is 2^63.
.threads 1
        x = 1 << 32
        y = 1 << 31
        z = x * y
        stop
.expect trap overflow 5
.covers overflow
