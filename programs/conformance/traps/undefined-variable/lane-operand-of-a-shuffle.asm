; undefined-variable: the operand of a shuffle is a read by MV, whatever lane it might have named.
.threads 1
        x = 1
        shfl x, k
        stop
.expect trap undefined-variable 4
.expect var x: 1
.covers undefined-variable
