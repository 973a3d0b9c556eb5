; Divisions at the ends of a word of 64 bits; the smallest word % -1 is 0.
.threads 1
.word 64
        p = 9223372036854775807
        q = -9223372036854775808
        a = p / -1
        b = q / 1
        c = q / p
        d = q % p
        e = p / q
        f = p % q
        g = q % -1
        h = q / 2
        stop
.expect var a: -9223372036854775807
.expect var b: -9223372036854775808
.expect var c: -1
.expect var d: -1
.expect var e: 0
.expect var f: 9223372036854775807
.expect var g: 0
.expect var h: -4611686018427387904
.covers BP
