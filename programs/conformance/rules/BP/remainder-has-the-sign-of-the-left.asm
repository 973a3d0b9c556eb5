; BP: % is the remainder of the truncated division, so it has the sign of the left operand.
.threads 1
        m = -7
        p = 7
        a = p % 2
        b = m % 2
        c = p % -2
        d = m % -2
        e = m % 7
        stop
.expect var a: 1
.expect var b: -1
.expect var c: 1
.expect var d: -1
.expect var e: 0
.covers BP
