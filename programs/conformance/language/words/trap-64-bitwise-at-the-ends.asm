; Bitwise operations on the two's complement of 64 bits.
.threads 1
.word 64
        p = 9223372036854775807
        q = -9223372036854775808
        a = p & q
        b = p ^ q
        c = q & -1
        d = p ^ -1
        e = q ^ -1
        stop
.expect var a: 0
.expect var b: -1
.expect var c: -9223372036854775808
.expect var d: -9223372036854775808
.expect var e: 9223372036854775807
.covers BP
