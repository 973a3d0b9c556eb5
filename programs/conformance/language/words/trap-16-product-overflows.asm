; A product of 2^15 is one too large for a word of 16 bits.
.threads 1
.word 16
        x = 128
        y = x * 256
        stop
.expect trap overflow 5
.covers overflow
