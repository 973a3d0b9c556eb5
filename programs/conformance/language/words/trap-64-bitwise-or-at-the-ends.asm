; Bitwise or on the two's complement of 64 bits.
.threads 1
.word 64
        p = 9223372036854775807
        q = -9223372036854775808
        a = p | q
        b = q | 0
        c = q | 1
        stop
.expect var a: -1
.expect var b: -9223372036854775808
.expect var c: -9223372036854775807
.covers BP
