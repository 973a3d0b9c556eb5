; division-by-zero: the lowest thread that divides by zero is reported, not the lowest that divides.
.threads 4
        d = tid - 2
        x = 10 / d
        stop
.expect trap division-by-zero 4 threads: 2
.covers division-by-zero
