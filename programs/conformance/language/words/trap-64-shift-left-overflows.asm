; 1 << 63 is 2^63, which a word of 64 bits does not hold.
.threads 64
.word 64
        x = 1 << 63
        stop
.expect trap overflow 4
.covers overflow
