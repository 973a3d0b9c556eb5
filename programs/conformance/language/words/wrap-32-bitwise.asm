; Bitwise operations with literals above the largest word: 2^32 - 1 has every bit.
.threads 1
.word 32 wrap
        p = 2147483647
        a = p & 4294967295
        b = p ^ 4294967295
        c = 2147483648 ^ p
        d = 4294967295 & 2147483648
        stop
.expect var a: 2147483647
.expect var b: -2147483648
.expect var c: -1
.expect var d: -2147483648
.covers BP
