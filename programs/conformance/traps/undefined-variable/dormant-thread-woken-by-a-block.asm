; undefined-variable: a woken thread does not have what was written before it was woken.
.threads 2
.active 1
        x = 1
        everywhere
        y = x                ; thread 0
        end_everywhere
        stop
.expect trap undefined-variable 6
.expect active: 0 1
.covers undefined-variable EB
