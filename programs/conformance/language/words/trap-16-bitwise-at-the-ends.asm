; Bitwise operations on the two's complement of 16 bits.
.threads 1
.word 16
        p = 32767
        q = -32768
        a = p & q
        b = p ^ q
        c = q & -1
        d = p ^ -1
        e = q ^ -1
        stop
.expect var a: 0
.expect var b: -1
.expect var c: -32768
.expect var d: -32768
.expect var e: 32767
.covers BP
