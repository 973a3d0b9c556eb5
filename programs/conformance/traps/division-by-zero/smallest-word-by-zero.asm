; division-by-zero: the smallest word by 0 is that, not overflow.
.threads 1
        x = -9223372036854775808
        x = x / 0
        stop
.expect trap division-by-zero 4
.expect var x: -9223372036854775808
.covers division-by-zero
