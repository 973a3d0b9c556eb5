; The smallest word / -1 wraps to itself, its remainder is 0.
.threads 1
.word 16 wrap
        p = 32767
        q = -32768
        a = q / -1
        b = q % -1
        c = p / -1
        d = q % p
        e = q / q
        f = p % q
        stop
.expect var a: -32768
.expect var b: 0
.expect var c: -32767
.expect var d: -1
.expect var e: 1
.expect var f: 32767
.covers BP
