; division-by-zero: the remainder by 0.
.threads 2
        x = tid % 0
        stop
.expect trap division-by-zero 3
.covers division-by-zero
