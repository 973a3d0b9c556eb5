; x << k is x * 2^k; these just fit a word of 32 bits.
.threads 1
.word 32
        a = 1 << 30
        b = -1 << 31
        c = -2 << 30
        d = 0 << 31
        p = 2147483647
        e = p << 0
        stop
.expect var a: 1073741824
.expect var b: -2147483648
.expect var c: -2147483648
.expect var d: 0
.expect var e: 2147483647
.covers BP
