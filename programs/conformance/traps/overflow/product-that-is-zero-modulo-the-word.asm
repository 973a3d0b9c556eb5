; overflow: 2^32 * 2^32 is 0 modulo 2^64, and does not fit.
.threads 1
        x = 1 << 32
        z = x * x
        stop
.expect trap overflow 4
.covers overflow
