; >> is arithmetic in a wrap word, too: a literal above the largest word is negative.
.threads 1
.word 16 wrap
        q = -32768
        a = q >> 15
        x = 65534
        b = x >> 1
        c = x >> 15
        d = 32767 >> 14
        e = q >> 1
        stop
.expect var a: -1
.expect var b: -1
.expect var c: -1
.expect var d: 1
.expect var e: -16384
.covers BP
