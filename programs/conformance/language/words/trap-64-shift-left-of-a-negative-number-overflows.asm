; -2 << 63 is -2^64, too small for a word of 64 bits.
.threads 1
.word 64
        x = -2 << 63
        stop
.expect trap overflow 4
.covers overflow
