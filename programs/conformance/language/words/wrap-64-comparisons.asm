; Comparisons are of the signed values, after wrapping.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        q = p + 1
        a = q < p
        b = 18446744073709551615 < 0
        c = q == 9223372036854775808
        d = 18446744073709551615 >= p
        e = q <= 18446744073709551615
        f = 18446744073709551615 != -1
        g = 18446744073709551615 > q
        stop
.expect var a: 1
.expect var b: 1
.expect var c: 1
.expect var d: 0
.expect var e: 1
.expect var f: 0
.expect var g: 1
.covers BP
