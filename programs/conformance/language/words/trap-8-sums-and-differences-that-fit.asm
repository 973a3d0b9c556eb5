; Sums and differences that just fit a word of 8 bits.
.threads 1
.word 8 trap
        p = 127
        q = -128
        a = p + q
        b = p + 0
        c = -1 - p
        d = -1 - q
        e = q - q
        stop
.expect var a: -1
.expect var b: 127
.expect var c: -128
.expect var d: 127
.expect var e: 0
.covers BP
