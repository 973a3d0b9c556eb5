; min and max are of the signed values: 2^32 - 1 is -1.
.threads 1
.word 32 wrap
        p = 2147483647
        a = min p, 4294967295
        b = max p, 4294967295
        c = max 2147483648, 4294967295
        d = min 2147483648, 0
        stop
.expect var a: -1
.expect var b: 2147483647
.expect var c: -1
.expect var d: -2147483648
.covers BP
