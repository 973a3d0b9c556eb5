; A typed reduction reads the low bits: 383 is 127 as an i8.
.threads 2
        x = 383
        bnz tid, e
        x = 1
e:      sync
        g = reduce.max.i8 3, x
        a = reduce.and.u8 3, x
        s = reduce.add.i8 3, x
        stop
.expect lockstep stop
.expect lockstep var g: 127 127
.expect lockstep var a: 1 1
.expect lockstep var s: -128 -128
.expect volta stop
.expect volta var g: 127 127
.expect volta var a: 1 1
.expect volta var s: -128 -128
.covers RD
