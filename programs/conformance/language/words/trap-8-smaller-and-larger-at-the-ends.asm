; min and max of the smallest and the largest word of 8 bits.
.threads 1
.word 8
        p = 127
        q = -128
        a = min p, q
        b = max q, p
        c = min q, 0
        d = max p, -1
        stop
.expect var a: -128
.expect var b: 127
.expect var c: -128
.expect var d: 127
.covers BP
