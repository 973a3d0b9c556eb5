; Sums and differences are taken modulo 2^64 into the signed range.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        q = -9223372036854775808
        a = p + 1
        b = q - 1
        c = p + p
        d = q + q
        e = 0 - q
        f = p - q
        g = q - p
        stop
.expect var a: -9223372036854775808
.expect var b: 9223372036854775807
.expect var c: -2
.expect var d: 0
.expect var e: -9223372036854775808
.expect var f: -1
.expect var g: 1
.covers BP
