; Products are taken modulo 2^8 into the signed range.
.threads 1
.word 8 wrap
        p = 127
        q = -128
        a = p * p
        b = q * q
        c = q * -1
        d = p * 2
        e = q * p
        x = 16
        f = x * x
        stop
.expect var a: 1
.expect var b: 0
.expect var c: -128
.expect var d: -2
.expect var e: -128
.expect var f: 0
.covers BP
