; Sums and differences are taken modulo 2^16 into the signed range.
.threads 1
.word 16 wrap
        p = 32767
        q = -32768
        a = p + 1
        b = q - 1
        c = p + p
        d = q + q
        e = 0 - q
        f = p - q
        g = q - p
        stop
.expect var a: -32768
.expect var b: 32767
.expect var c: -2
.expect var d: 0
.expect var e: -32768
.expect var f: -1
.expect var g: 1
.covers BP
