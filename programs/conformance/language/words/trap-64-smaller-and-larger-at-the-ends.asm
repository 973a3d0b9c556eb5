; min and max of the smallest and the largest word of 64 bits.
.threads 1
.word 64
        p = 9223372036854775807
        q = -9223372036854775808
        a = min p, q
        b = max q, p
        c = min q, 0
        d = max p, -1
        stop
.expect var a: -9223372036854775808
.expect var b: 9223372036854775807
.expect var c: -9223372036854775808
.expect var d: 9223372036854775807
.covers BP
