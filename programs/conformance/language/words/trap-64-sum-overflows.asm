; The largest word of 64 bits plus 1, in the second thread, does not fit.
.threads 2
.word 64
        x = 9223372036854775807
        y = x + tid
        stop
.expect trap overflow 5
.expect var y: _ _
.covers overflow
