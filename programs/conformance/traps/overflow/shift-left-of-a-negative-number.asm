; overflow: -3 * 2^62 is below the smallest word, -2 * 2^62 is that word.
.threads 2
        m = -2 - tid
        x = m << 62          ; thread 1
        stop
.expect trap overflow 4
.expect var x: _ _
.covers overflow
