; BP: * with every combination of signs.
.threads 1
        m = -6
        a = m * 7
        b = m * -7
        c = 6 * 7
        d = m * 0
        stop
.expect var a: -42
.expect var b: 42
.expect var c: 42
.expect var d: 0
.covers BP
