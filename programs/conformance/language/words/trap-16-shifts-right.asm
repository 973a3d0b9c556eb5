; >> is arithmetic, for every count up to 15.
.threads 1
.word 16
        p = 32767
        q = -32768
        a = q >> 15
        b = q >> 1
        c = p >> 15
        d = p >> 14
        e = -1 >> 15
        f = q >> 0
        stop
.expect var a: -1
.expect var b: -16384
.expect var c: 0
.expect var d: 1
.expect var e: -1
.expect var f: -32768
.covers BP
