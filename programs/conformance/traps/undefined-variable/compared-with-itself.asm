; undefined-variable: x == x is a read of x, too.
.threads 1
        y = x == x
        stop
.expect trap undefined-variable 3
.covers undefined-variable
