; >> is arithmetic in a wrap word, too: a literal above the largest word is negative.
.threads 1
.word 64 wrap
        q = -9223372036854775808
        a = q >> 63
        x = 18446744073709551614
        b = x >> 1
        c = x >> 63
        d = 9223372036854775807 >> 62
        e = q >> 1
        stop
.expect var a: -1
.expect var b: -1
.expect var c: -1
.expect var d: 1
.expect var e: -4611686018427387904
.covers BP
