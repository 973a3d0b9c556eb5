; >> is arithmetic, for every count up to 7.
.threads 1
.word 8
        p = 127
        q = -128
        a = q >> 7
        b = q >> 1
        c = p >> 7
        d = p >> 6
        e = -1 >> 7
        f = q >> 0
        stop
.expect var a: -1
.expect var b: -64
.expect var c: 0
.expect var d: 1
.expect var e: -1
.expect var f: -128
.covers BP
