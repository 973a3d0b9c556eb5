; min and max of the smallest and the largest word of 32 bits.
.threads 1
.word 32
        p = 2147483647
        q = -2147483648
        a = min p, q
        b = max q, p
        c = min q, 0
        d = max p, -1
        stop
.expect var a: -2147483648
.expect var b: 2147483647
.expect var c: -2147483648
.expect var d: 2147483647
.covers BP
