; BP: & works on the two's complement.
.threads 1
        m = -4
        a = 12 & 10
        b = m & 7
        c = m & -8
        stop
.expect var a: 8
.expect var b: 4
.expect var c: -8
.covers BP
