; Sums and differences are taken modulo 2^32 into the signed range.
.threads 1
.word 32 wrap
        p = 2147483647
        q = -2147483648
        a = p + 1
        b = q - 1
        c = p + p
        d = q + q
        e = 0 - q
        f = p - q
        g = q - p
        stop
.expect var a: -2147483648
.expect var b: 2147483647
.expect var c: -2
.expect var d: 0
.expect var e: -2147483648
.expect var f: -1
.expect var g: 1
.covers BP
