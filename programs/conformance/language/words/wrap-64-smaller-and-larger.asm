; min and max are of the signed values: 2^64 - 1 is -1.
.threads 1
.word 64 wrap
        p = 9223372036854775807
        a = min p, 18446744073709551615
        b = max p, 18446744073709551615
        c = max 9223372036854775808, 18446744073709551615
        d = min 9223372036854775808, 0
        stop
.expect var a: -1
.expect var b: 9223372036854775807
.expect var c: -1
.expect var d: -9223372036854775808
.covers BP
