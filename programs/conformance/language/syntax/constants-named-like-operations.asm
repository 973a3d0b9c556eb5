; A constant may be named like an operation.
.threads 1
.const or 6
.const add 0x2
        x = add - or
        stop
.expect var x: -4
.covers BP
