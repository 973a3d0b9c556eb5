; invalid-shift: the smallest word as the count.
.threads 1
        k = -9223372036854775808
        x = 1 << k
        stop
.expect trap invalid-shift 4
.covers invalid-shift
