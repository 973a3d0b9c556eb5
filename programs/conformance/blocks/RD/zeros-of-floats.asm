; -0 is less than +0, whichever comes first.
.threads 2
        x = 0.0f64
        y = -0.0f64
        bnz tid, e
        x = -0.0f64
        y = 0.0f64
e:      sync
        a = reduce.min.f64 3, x
        b = reduce.min.f64 3, y
        c = reduce.max.f64 3, x
        d = reduce.max.f64 3, y
        stop
.expect lockstep stop
.expect lockstep var a: -0.0f64 -0.0f64
.expect lockstep var b: -0.0f64 -0.0f64
.expect lockstep var c: 0.0f64 0.0f64
.expect lockstep var d: 0.0f64 0.0f64
.expect volta stop
.expect volta var a: -0.0f64 -0.0f64
.expect volta var b: -0.0f64 -0.0f64
.expect volta var c: 0.0f64 0.0f64
.expect volta var d: 0.0f64 0.0f64
.covers RD
