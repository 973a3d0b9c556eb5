; Trap order: the left operand comes before the shift count is checked.
.threads 32
        y = x << 64
        stop
.expect trap undefined-variable 3
.covers undefined-variable
