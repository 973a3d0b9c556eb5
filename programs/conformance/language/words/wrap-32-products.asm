; Products are taken modulo 2^32 into the signed range.
.threads 1
.word 32 wrap
        p = 2147483647
        q = -2147483648
        a = p * p
        b = q * q
        c = q * -1
        d = p * 2
        e = q * p
        x = 65536
        f = x * x
        stop
.expect var a: 1
.expect var b: 0
.expect var c: -2147483648
.expect var d: -2
.expect var e: -2147483648
.expect var f: 0
.covers BP
