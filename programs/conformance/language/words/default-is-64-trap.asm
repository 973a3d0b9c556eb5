; Without .word the word has 64 bits and traps.
.threads 1
        x = 9223372036854775807
        x = x + 1
        stop
.expect trap overflow 4
.covers overflow
