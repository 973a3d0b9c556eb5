; 1 << 31 is 2^31, which a word of 32 bits does not hold.
.threads 64
.word 32
        x = 1 << 31
        stop
.expect trap overflow 4
.covers overflow
