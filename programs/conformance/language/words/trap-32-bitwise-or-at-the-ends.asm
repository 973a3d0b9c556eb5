; Bitwise or on the two's complement of 32 bits.
.threads 1
.word 32
        p = 2147483647
        q = -2147483648
        a = p | q
        b = q | 0
        c = q | 1
        stop
.expect var a: -1
.expect var b: -2147483648
.expect var c: -2147483647
.covers BP
