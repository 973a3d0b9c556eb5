; The smallest word / -1 wraps to itself, its remainder is 0.
.threads 1
.word 32 wrap
        p = 2147483647
        q = -2147483648
        a = q / -1
        b = q % -1
        c = p / -1
        d = q % p
        e = q / q
        f = p % q
        stop
.expect var a: -2147483648
.expect var b: 0
.expect var c: -2147483647
.expect var d: -1
.expect var e: 1
.expect var f: 2147483647
.covers BP
