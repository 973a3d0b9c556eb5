; -2 << 31 is -2^32, too small for a word of 32 bits.
.threads 1
.word 32
        x = -2 << 31
        stop
.expect trap overflow 4
.covers overflow
