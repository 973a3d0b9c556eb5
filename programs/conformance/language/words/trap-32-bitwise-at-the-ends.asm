; Bitwise operations on the two's complement of 32 bits.
.threads 1
.word 32
        p = 2147483647
        q = -2147483648
        a = p & q
        b = p ^ q
        c = q & -1
        d = p ^ -1
        e = q ^ -1
        stop
.expect var a: 0
.expect var b: -1
.expect var c: -2147483648
.expect var d: -2147483648
.expect var e: 2147483647
.covers BP
