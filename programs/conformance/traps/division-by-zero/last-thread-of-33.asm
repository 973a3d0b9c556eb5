; division-by-zero: one thread's divisor is 0; the others' quotients are not written.
.threads 33
        d = 32 - tid
        x = 64 / d
        stop
.expect trap division-by-zero 4
.expect var x: _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
.covers division-by-zero
