; Bitwise operations on the two's complement of 8 bits.
.threads 1
.word 8
        p = 127
        q = -128
        a = p & q
        b = p ^ q
        c = q & -1
        d = p ^ -1
        e = q ^ -1
        stop
.expect var a: 0
.expect var b: -1
.expect var c: -128
.expect var d: -128
.expect var e: 127
.covers BP
