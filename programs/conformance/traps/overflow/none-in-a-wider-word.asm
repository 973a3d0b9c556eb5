; no overflow in the default word of 64 bits where one of 32 bits would be too small.
.threads 2
        x = 2147483647
        x = x + 1
        x = x * x
        stop
.expect stop
.expect var x: 4611686018427387904 4611686018427387904
.covers BP
