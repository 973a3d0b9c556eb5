; -2 << 15 is -2^16, too small for a word of 16 bits.
.threads 1
.word 16
        x = -2 << 15
        stop
.expect trap overflow 4
.covers overflow
