; BP: ^ works on the two's complement.
.threads 1
        m = -1
        a = 12 ^ 10
        b = m ^ 5
        c = m ^ m
        stop
.expect var a: 6
.expect var b: -6
.expect var c: 0
.covers BP
