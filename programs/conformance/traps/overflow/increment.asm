; overflow: the second of two threads increments beyond the largest word; the first has not incremented.
.threads 2
.memory 0: 9223372036854775806
        x = atomic_inc [0]
        stop
.expect trap overflow 4
.expect memory 0: 9223372036854775806
.expect var x: _ _
.covers overflow
