; Products that just fit a word of 64 bits, among them the smallest word.
.threads 1
.word 64
        p = 9223372036854775807
        a = p * -1
        b = p * 1
        x = 2147483648
        c = x * -4294967296
        d = -9223372036854775808 * 0
        stop
.expect var a: -9223372036854775807
.expect var b: 9223372036854775807
.expect var c: -9223372036854775808
.expect var d: 0
.covers BP
