; Comparisons are of the signed values, after wrapping.
.threads 1
.word 32 wrap
        p = 2147483647
        q = p + 1
        a = q < p
        b = 4294967295 < 0
        c = q == 2147483648
        d = 4294967295 >= p
        e = q <= 4294967295
        f = 4294967295 != -1
        g = 4294967295 > q
        stop
.expect var a: 1
.expect var b: 1
.expect var c: 1
.expect var d: 0
.expect var e: 1
.expect var f: 0
.expect var g: 1
.covers BP
