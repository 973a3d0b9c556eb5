; Comparisons of the smallest and the largest word of 8 bits are those of the integers.
.threads 1
.word 8
        p = 127
        q = -128
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
