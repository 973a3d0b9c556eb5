; x << k is x * 2^k; these just fit a word of 8 bits.
.threads 1
.word 8
        a = 1 << 6
        b = -1 << 7
        c = -2 << 6
        d = 0 << 7
        p = 127
        e = p << 0
        stop
.expect var a: 64
.expect var b: -128
.expect var c: -128
.expect var d: 0
.expect var e: 127
.covers BP
