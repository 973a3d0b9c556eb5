; Trap order: all operands of a store come before its address: the word is undefined, the address negative.
.threads 1
        [-1] = x
        stop
.expect trap undefined-variable 3
.covers undefined-variable
