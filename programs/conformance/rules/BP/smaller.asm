; BP: min of two operands, in each thread its own.
.threads 4
        m = 1 - tid         ; 1 0 -1 -2
        x = min m, -1
        stop
.expect var x: -1 -1 -1 -2
.covers BP
