; division-by-zero: 0 / 0 traps too.
.threads 1
        z = 0
        x = z / z
        stop
.expect trap division-by-zero 4
.covers division-by-zero
