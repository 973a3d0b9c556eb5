; >> is arithmetic, for every count up to 31.
.threads 1
.word 32
        p = 2147483647
        q = -2147483648
        a = q >> 31
        b = q >> 1
        c = p >> 31
        d = p >> 30
        e = -1 >> 31
        f = q >> 0
        stop
.expect var a: -1
.expect var b: -1073741824
.expect var c: 0
.expect var d: 1
.expect var e: -1
.expect var f: -2147483648
.covers BP
