; x << k is x * 2^k modulo 2^32, of negative numbers too.
.threads 1
.word 32 wrap
        p = 2147483647
        q = -2147483648
        a = 1 << 31
        b = 3 << 31
        c = -1 << 31
        d = p << 1
        e = q << 1
        f = q << 0
        g = 2 << 31
        h = -3 << 30
        stop
.expect var a: -2147483648
.expect var b: -2147483648
.expect var c: -2147483648
.expect var d: -2
.expect var e: 0
.expect var f: -2147483648
.expect var g: 0
.expect var h: 1073741824
.covers BP
