; Bitwise or with a literal above the largest word.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        a = p | 9223372036854775808
        b = 0 | 18446744073709551615
        stop
.expect var a: -1
.expect var b: -1
.covers BP
