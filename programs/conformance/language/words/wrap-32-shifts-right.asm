; >> is arithmetic in a wrap word, too: a literal above the largest word is negative.
.threads 1
.word 32 wrap
        q = -2147483648
        a = q >> 31
        x = 4294967294
        b = x >> 1
        c = x >> 31
        d = 2147483647 >> 30
        e = q >> 1
        stop
.expect var a: -1
.expect var b: -1
.expect var c: -1
.expect var d: 1
.expect var e: -1073741824
.covers BP
