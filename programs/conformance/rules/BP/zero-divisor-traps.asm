; BP does not apply where the divisor of one thread is 0.
.threads 32
        d = tid - 31
        x = 1 % d
        stop
.expect trap division-by-zero 4
.expect var x: _ _
.covers division-by-zero
