; Comparisons are of the signed values, after wrapping.
.threads 1
.word 8 wrap
        p = 127
        q = p + 1
        a = q < p
        b = 255 < 0
        c = q == 128
        d = 255 >= p
        e = q <= 255
        f = 255 != -1
        g = 255 > q
        stop
.expect var a: 1
.expect var b: 1
.expect var c: 1
.expect var d: 0
.expect var e: 1
.expect var f: 0
.expect var g: 1
.covers BP
