; The third of 32 increments does not fit a word of 64 bits, and none is executed.
.threads 32
.word 64
.memory 0: 9223372036854775805
        x = atomic_inc [0]
        stop
.expect trap overflow 5
.expect memory 0: 9223372036854775805
.expect var x: _ _ _
.covers overflow
