; Products are taken modulo 2^64 into the signed range.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        q = -9223372036854775808
        a = p * p
        b = q * q
        c = q * -1
        d = p * 2
        e = q * p
        x = 4294967296
        f = x * x
        stop
.expect var a: 1
.expect var b: 0
.expect var c: -9223372036854775808
.expect var d: -2
.expect var e: -9223372036854775808
.expect var f: 0
.covers BP
