; Patterns of two's complement, and signed comparisons.
.threads 2
        x = 6
        bnz tid, e
        x = -1
e:      sync
        a = reduce.and 3, x
        o = reduce.or 3, x
        y = reduce.xor 3, x
        l = reduce.min 3, x
        g = reduce.max 3, x
        stop
.expect lockstep stop
.expect lockstep var a: 6 6
.expect lockstep var o: -1 -1
.expect lockstep var y: -7 -7
.expect lockstep var l: -1 -1
.expect lockstep var g: 6 6
.expect volta stop
.expect volta var a: 6 6
.expect volta var o: -1 -1
.expect volta var y: -7 -7
.expect volta var l: -1 -1
.expect volta var g: 6 6
.covers RD
