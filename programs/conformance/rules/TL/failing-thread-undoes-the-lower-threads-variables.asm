; TL does not apply where one thread fails: the variables of the threads before it are not written either.
.threads 4
        x = 3 - tid
        y = 6 / x            ; thread 3 fails, after 0, 1 and 2
        stop
.expect trap division-by-zero 4
.expect var y: _ _ _ _
.expect steps 1
.covers division-by-zero
