; The third of 32 increments does not fit a word of 32 bits, and none is executed.
.threads 32
.word 32
.memory 0: 2147483645
        x = atomic_inc [0]
        stop
.expect trap overflow 5
.expect memory 0: 2147483645
.expect var x: _ _ _
.covers overflow
