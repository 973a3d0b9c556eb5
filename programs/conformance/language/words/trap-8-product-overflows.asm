; A product of 2^7 is one too large for a word of 8 bits.
.threads 1
.word 8
        x = 8
        y = x * 16
        stop
.expect trap overflow 5
.covers overflow
