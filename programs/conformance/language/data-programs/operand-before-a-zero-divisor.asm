; Trap order: of one thread the operands come before the operation.
.threads 1
        y = x / 0
        stop
.expect trap undefined-variable 3
.covers undefined-variable
