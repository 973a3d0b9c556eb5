; Bitwise or with a literal above the largest word.
.threads 1
.word 32 wrap
        p = 2147483647
        a = p | 2147483648
        b = 0 | 4294967295
        stop
.expect var a: -1
.expect var b: -1
.covers BP
