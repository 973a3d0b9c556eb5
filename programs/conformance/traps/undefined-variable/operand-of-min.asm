; undefined-variable: min needs both of its operands.
.threads 64
        x = tid
        y = min x, z
        stop
.expect trap undefined-variable 4
.covers undefined-variable
