; undefined-variable: the source of a copy.
.threads 2
        y = x
        stop
.expect trap undefined-variable 3
.covers undefined-variable
