; Divisions at the ends of a word of 16 bits; the smallest word % -1 is 0.
.threads 1
.word 16
        p = 32767
        q = -32768
        a = p / -1
        b = q / 1
        c = q / p
        d = q % p
        e = p / q
        f = p % q
        g = q % -1
        h = q / 2
        stop
.expect var a: -32767
.expect var b: -32768
.expect var c: -1
.expect var d: -1
.expect var e: 0
.expect var f: 32767
.expect var g: 0
.expect var h: -16384
.covers BP
