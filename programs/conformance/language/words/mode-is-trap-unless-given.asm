; .word 16 alone is a word that traps.
.threads 1
.word 16
        x = 32767
        x = x + 1
        stop
.expect trap overflow 5
.covers overflow
