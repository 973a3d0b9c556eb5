; MV: both operands may be one variable.
.threads 4
        x = tid - 2
        y = x * x
        stop
.expect var y: 4 1 0 1
.covers MV
