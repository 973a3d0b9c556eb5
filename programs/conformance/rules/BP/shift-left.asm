; BP: x << k is x * 2^k, of negative numbers too.
.threads 4
        a = 3 << tid
        m = -3
        b = m << tid
        stop
.expect var a: 3 6 12 24
.expect var b: -3 -6 -12 -24
.covers BP
