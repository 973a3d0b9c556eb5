; 1 << 7 is 2^7, which a word of 8 bits does not hold.
.threads 64
.word 8
        x = 1 << 7
        stop
.expect trap overflow 4
.covers overflow
