; As u8, -1 is 255; results are sign-extended.
.threads 2
        x = tid * 2
        x = x - 1
        s = reduce.add.u8 3, 100
        l = reduce.min.u8 3, x
        g = reduce.max.u8 3, x
        k = reduce.min.i8 3, x
        stop
.expect lockstep stop
.expect lockstep var s: -56 -56
.expect lockstep var l: 1 1
.expect lockstep var g: -1 -1
.expect lockstep var k: -1 -1
.expect volta stop
.expect volta var s: -56 -56
.expect volta var l: 1 1
.expect volta var g: -1 -1
.expect volta var k: -1 -1
.covers RD
