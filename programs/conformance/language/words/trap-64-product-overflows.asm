; A product of 2^63 is one too large for a word of 64 bits.
.threads 1
.word 64
        x = 2147483648
        y = x * 4294967296
        stop
.expect trap overflow 5
.covers overflow
