; Bitwise or on the two's complement of 16 bits.
.threads 1
.word 16
        p = 32767
        q = -32768
        a = p | q
        b = q | 0
        c = q | 1
        stop
.expect var a: -1
.expect var b: -32768
.expect var c: -32767
.covers BP
