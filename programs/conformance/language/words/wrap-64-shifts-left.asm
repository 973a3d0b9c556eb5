; x << k is x * 2^k modulo 2^64, of negative numbers too.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        q = -9223372036854775808
        a = 1 << 63
        b = 3 << 63
        c = -1 << 63
        d = p << 1
        e = q << 1
        f = q << 0
        g = 2 << 63
        h = -3 << 62
        stop
.expect var a: -9223372036854775808
.expect var b: -9223372036854775808
.expect var c: -9223372036854775808
.expect var d: -2
.expect var e: 0
.expect var f: -9223372036854775808
.expect var g: 0
.expect var h: 4611686018427387904
.covers BP
