; overflow: one of 1000 threads.
.threads 1000
        x = 9223372036854774809
        x = x + tid          ; thread 999: one too many
        stop
.expect trap overflow 4
.expect var x: 9223372036854774809 9223372036854774809
.covers overflow
