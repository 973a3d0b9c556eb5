; undefined-variable: the left operand of an operation.
.threads 2
        y = x + 1
        stop
.expect trap undefined-variable 3
.covers undefined-variable
