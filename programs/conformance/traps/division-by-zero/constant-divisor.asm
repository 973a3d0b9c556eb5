; division-by-zero: a constant 0 as the divisor.
.threads 1
        x = 5 / 0
        stop
.expect trap division-by-zero 3
.covers division-by-zero
