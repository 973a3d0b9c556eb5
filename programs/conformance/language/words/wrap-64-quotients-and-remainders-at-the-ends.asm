; The smallest word / -1 wraps to itself, its remainder is 0.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        q = -9223372036854775808
        a = q / -1
        b = q % -1
        c = p / -1
        d = q % p
        e = q / q
        f = p % q
        stop
.expect var a: -9223372036854775808
.expect var b: 0
.expect var c: -9223372036854775807
.expect var d: -1
.expect var e: 1
.expect var f: 9223372036854775807
.covers BP
