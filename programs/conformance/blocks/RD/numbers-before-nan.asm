; Of a NaN and a number the result is the number, whichever comes first.
.threads 3
        x = 1.0f16
        bnz tid, a
        x = nanf16
a:      sync
        c = tid == 2
        bz c, b
        x = 2.0f16
b:      sync
        l = reduce.min.f16 7, x
        g = reduce.max.f16 7, x
        stop
.expect lockstep stop
.expect lockstep var l: 1.0f16 1.0f16 1.0f16
.expect lockstep var g: 2.0f16 2.0f16 2.0f16
.expect volta stop
.expect volta var l: 1.0f16 1.0f16 1.0f16
.expect volta var g: 2.0f16 2.0f16 2.0f16
.covers RD
