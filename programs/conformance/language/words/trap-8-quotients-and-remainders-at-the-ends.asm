; Divisions at the ends of a word of 8 bits; the smallest word % -1 is 0.
.threads 1
.word 8
        p = 127
        q = -128
        a = p / -1
        b = q / 1
        c = q / p
        d = q % p
        e = p / q
        f = p % q
        g = q % -1
        h = q / 2
        stop
.expect var a: -127
.expect var b: -128
.expect var c: -1
.expect var d: -1
.expect var e: 0
.expect var f: 127
.expect var g: 0
.expect var h: -64
.covers BP
