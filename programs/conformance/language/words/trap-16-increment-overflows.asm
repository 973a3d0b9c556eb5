; The third of 32 increments does not fit a word of 16 bits, and none is executed.
.threads 32
.word 16
.memory 0: 32765
        x = atomic_inc [0]
        stop
.expect trap overflow 5
.expect memory 0: 32765
.expect var x: _ _ _
.covers overflow
