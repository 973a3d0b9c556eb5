; Comparisons of the smallest and the largest word of 64 bits are those of the integers.
.threads 1
.word 64
        p = 9223372036854775807
        q = -9223372036854775808
        a = q < p
        b = p < q
        c = q <= q
        d = p > q
        e = q >= p
        f = p == q
        g = p != q
        stop
.expect var a: 1
.expect var b: 0
.expect var c: 1
.expect var d: 1
.expect var e: 0
.expect var f: 0
.expect var g: 1
.covers BP
