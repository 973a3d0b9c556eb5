; Comparisons are of the signed values, after wrapping.
.threads 1
.word 16 wrap
        p = 32767
        q = p + 1
        a = q < p
        b = 65535 < 0
        c = q == 32768
        d = 65535 >= p
        e = q <= 65535
        f = 65535 != -1
        g = 65535 > q
        stop
.expect var a: 1
.expect var b: 1
.expect var c: 1
.expect var d: 0
.expect var e: 1
.expect var f: 0
.expect var g: 1
.covers BP
