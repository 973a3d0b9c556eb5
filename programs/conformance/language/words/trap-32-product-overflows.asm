; A product of 2^31 is one too large for a word of 32 bits.
.threads 1
.word 32
        x = 32768
        y = x * 65536
        stop
.expect trap overflow 5
.covers overflow
