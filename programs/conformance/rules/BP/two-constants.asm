; BP: both operands may be constants (erratum E10).
.threads 2
        x = 6 * 7
        stop
.expect var x: 42 42
.covers BP
