; BP: | works on the two's complement.
.threads 1
        m = -4
        a = 12 | 10
        b = m | 1
        stop
.expect var a: 14
.expect var b: -3
.covers BP
