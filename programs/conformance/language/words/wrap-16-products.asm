; Products are taken modulo 2^16 into the signed range.
.threads 1
.word 16 wrap
        p = 32767
        q = -32768
        a = p * p
        b = q * q
        c = q * -1
        d = p * 2
        e = q * p
        x = 256
        f = x * x
        stop
.expect var a: 1
.expect var b: 0
.expect var c: -32768
.expect var d: -2
.expect var e: -32768
.expect var f: 0
.covers BP
