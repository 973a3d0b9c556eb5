; -2 << 7 is -2^8, too small for a word of 8 bits.
.threads 1
.word 8
        x = -2 << 7
        stop
.expect trap overflow 4
.covers overflow
