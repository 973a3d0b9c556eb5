; Sums and differences that just fit a word of 32 bits.
.threads 1
.word 32 trap
        p = 2147483647
        q = -2147483648
        a = p + q
        b = p + 0
        c = -1 - p
        d = -1 - q
        e = q - q
        stop
.expect var a: -1
.expect var b: 2147483647
.expect var c: -2147483648
.expect var d: 2147483647
.expect var e: 0
.covers BP
