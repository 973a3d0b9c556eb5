; BP: max of two operands.
.threads 4
        m = 1 - tid
        x = max m, 0
        stop
.expect var x: 1 0 0 0
.covers BP
