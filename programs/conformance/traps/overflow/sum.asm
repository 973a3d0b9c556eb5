; overflow: one more than the largest word.
.threads 1
        x = 9223372036854775807
        y = x + 1
        stop
.expect trap overflow 4
.expect var y: _
.covers overflow
