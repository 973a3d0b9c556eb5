; undefined-variable: the right operand of an operation.
.threads 2
        y = 1 << x
        stop
.expect trap undefined-variable 3
.covers undefined-variable
