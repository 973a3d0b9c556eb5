; Sums and differences are taken modulo 2^8 into the signed range.
.threads 1
.word 8 wrap
        p = 127
        q = -128
        a = p + 1
        b = q - 1
        c = p + p
        d = q + q
        e = 0 - q
        f = p - q
        g = q - p
        stop
.expect var a: -128
.expect var b: 127
.expect var c: -2
.expect var d: 0
.expect var e: -128
.expect var f: -1
.expect var g: 1
.covers BP
