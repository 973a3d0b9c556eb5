; Bitwise operations with literals above the largest word: 2^64 - 1 has every bit.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        a = p & 18446744073709551615
        b = p ^ 18446744073709551615
        c = 9223372036854775808 ^ p
        d = 18446744073709551615 & 9223372036854775808
        stop
.expect var a: 9223372036854775807
.expect var b: -9223372036854775808
.expect var c: -1
.expect var d: -9223372036854775808
.covers BP
