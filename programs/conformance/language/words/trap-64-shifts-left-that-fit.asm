; x << k is x * 2^k; these just fit a word of 64 bits.
.threads 1
.word 64
        a = 1 << 62
        b = -1 << 63
        c = -2 << 62
        d = 0 << 63
        p = 9223372036854775807
        e = p << 0
        stop
.expect var a: 4611686018427387904
.expect var b: -9223372036854775808
.expect var c: -9223372036854775808
.expect var d: 0
.expect var e: 9223372036854775807
.covers BP
