; >> is arithmetic, for every count up to 63.
.threads 1
.word 64
        p = 9223372036854775807
        q = -9223372036854775808
        a = q >> 63
        b = q >> 1
        c = p >> 63
        d = p >> 62
        e = -1 >> 63
        f = q >> 0
        stop
.expect var a: -1
.expect var b: -4611686018427387904
.expect var c: 0
.expect var d: 1
.expect var e: -1
.expect var f: -9223372036854775808
.covers BP
