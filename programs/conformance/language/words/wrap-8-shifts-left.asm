; x << k is x * 2^k modulo 2^8, of negative numbers too.
.threads 1
.word 8 wrap
        p = 127
        q = -128
        a = 1 << 7
        b = 3 << 7
        c = -1 << 7
        d = p << 1
        e = q << 1
        f = q << 0
        g = 2 << 7
        h = -3 << 6
        stop
.expect var a: -128
.expect var b: -128
.expect var c: -128
.expect var d: -2
.expect var e: 0
.expect var f: -128
.expect var g: 0
.expect var h: 64
.covers BP
