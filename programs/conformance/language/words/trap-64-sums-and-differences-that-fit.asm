; Sums and differences that just fit a word of 64 bits.
.threads 1
.word 64 trap
        p = 9223372036854775807
        q = -9223372036854775808
        a = p + q
        b = p + 0
        c = -1 - p
        d = -1 - q
        e = q - q
        stop
.expect var a: -1
.expect var b: 9223372036854775807
.expect var c: -9223372036854775808
.expect var d: 9223372036854775807
.expect var e: 0
.covers BP
