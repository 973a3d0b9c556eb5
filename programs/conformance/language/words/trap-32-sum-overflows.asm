; The largest word of 32 bits plus 1, in the second thread, does not fit.
.threads 2
.word 32
        x = 2147483647
        y = x + tid
        stop
.expect trap overflow 5
.expect var y: _ _
.covers overflow
