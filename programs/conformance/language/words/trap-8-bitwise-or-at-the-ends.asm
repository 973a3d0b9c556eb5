; Bitwise or on the two's complement of 8 bits.
.threads 1
.word 8
        p = 127
        q = -128
        a = p | q
        b = q | 0
        c = q | 1
        stop
.expect var a: -1
.expect var b: -128
.expect var c: -127
.covers BP
