; MV: of two operands, the second is also read.
.threads 2
        x = 1
        z = x + y
        y = 2
        stop
.expect trap undefined-variable 4 threads: 0
.covers undefined-variable
