; BP: / truncates toward zero, for every combination of signs.
.threads 1
        m = -7
        p = 7
        a = p / 2
        b = m / 2
        c = p / -2
        d = m / -2
        stop
.expect var a: 3
.expect var b: -3
.expect var c: -3
.expect var d: 3
.covers BP
