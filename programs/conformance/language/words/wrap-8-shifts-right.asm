; >> is arithmetic in a wrap word, too: a literal above the largest word is negative.
.threads 1
.word 8 wrap
        q = -128
        a = q >> 7
        x = 254
        b = x >> 1
        c = x >> 7
        d = 127 >> 6
        e = q >> 1
        stop
.expect var a: -1
.expect var b: -1
.expect var c: -1
.expect var d: 1
.expect var e: -64
.covers BP
