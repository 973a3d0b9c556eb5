; The largest word of 16 bits plus 1, in the second thread, does not fit.
.threads 2
.word 16
        x = 32767
        y = x + tid
        stop
.expect trap overflow 5
.expect var y: _ _
.covers overflow
