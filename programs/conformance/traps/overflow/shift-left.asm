; overflow: 1 << 63 is 2^63, in the last of 64 threads.
.threads 64
        x = 1 << tid         ; thread 63
        stop
.expect trap overflow 3
.expect var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers overflow
