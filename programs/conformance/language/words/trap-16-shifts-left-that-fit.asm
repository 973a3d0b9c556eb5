; x << k is x * 2^k; these just fit a word of 16 bits.
.threads 1
.word 16
        a = 1 << 14
        b = -1 << 15
        c = -2 << 14
        d = 0 << 15
        p = 32767
        e = p << 0
        stop
.expect var a: 16384
.expect var b: -32768
.expect var c: -32768
.expect var d: 0
.expect var e: 32767
.covers BP
