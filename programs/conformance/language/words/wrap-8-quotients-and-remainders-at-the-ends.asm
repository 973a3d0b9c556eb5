; The smallest word / -1 wraps to itself, its remainder is 0.
.threads 1
.word 8 wrap
        p = 127
        q = -128
        a = q / -1
        b = q % -1
        c = p / -1
        d = q % p
        e = q / q
        f = p % q
        stop
.expect var a: -128
.expect var b: 0
.expect var c: -127
.expect var d: -1
.expect var e: 1
.expect var f: 127
.covers BP
