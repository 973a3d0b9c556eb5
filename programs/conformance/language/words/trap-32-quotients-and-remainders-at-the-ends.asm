; Divisions at the ends of a word of 32 bits; the smallest word % -1 is 0.
.threads 1
.word 32
        p = 2147483647
        q = -2147483648
        a = p / -1
        b = q / 1
        c = q / p
        d = q % p
        e = p / q
        f = p % q
        g = q % -1
        h = q / 2
        stop
.expect var a: -2147483647
.expect var b: -2147483648
.expect var c: -1
.expect var d: -1
.expect var e: 0
.expect var f: 2147483647
.expect var g: 0
.expect var h: -1073741824
.covers BP
