; division-by-zero: one divisor among 1000 is 0.
.threads 1000
        d = tid - 500
        x = 7 % d
        stop
.expect trap division-by-zero 4
.expect steps 1
.covers division-by-zero
