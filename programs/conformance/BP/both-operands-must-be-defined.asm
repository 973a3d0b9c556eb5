; MV: of two operands, the second is looked for as well.
.threads 2
        x = 1
        z = x + y
        y = 2
        stop
.expect trap undefined-variable 4 threads: 0
.covers undefined-variable
