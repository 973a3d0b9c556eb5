; x << k is x * 2^k modulo 2^16, of negative numbers too.
.threads 1
.word 16 wrap
        p = 32767
        q = -32768
        a = 1 << 15
        b = 3 << 15
        c = -1 << 15
        d = p << 1
        e = q << 1
        f = q << 0
        g = 2 << 15
        h = -3 << 14
        stop
.expect var a: -32768
.expect var b: -32768
.expect var c: -32768
.expect var d: -2
.expect var e: 0
.expect var f: -32768
.expect var g: 0
.expect var h: 16384
.covers BP
