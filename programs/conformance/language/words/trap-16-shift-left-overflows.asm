; 1 << 15 is 2^15, which a word of 16 bits does not hold.
.threads 64
.word 16
        x = 1 << 15
        stop
.expect trap overflow 4
.covers overflow
