; undefined-variable: no operand is left out because the result is known without it.
.threads 1
        y = 0 * x
        stop
.expect trap undefined-variable 3
.covers undefined-variable
