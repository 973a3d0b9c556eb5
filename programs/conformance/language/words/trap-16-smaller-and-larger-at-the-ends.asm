; min and max of the smallest and the largest word of 16 bits.
.threads 1
.word 16
        p = 32767
        q = -32768
        a = min p, q
        b = max q, p
        c = min q, 0
        d = max p, -1
        stop
.expect var a: -32768
.expect var b: 32767
.expect var c: -32768
.expect var d: 32767
.covers BP
