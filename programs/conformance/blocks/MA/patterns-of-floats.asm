; Words are compared, not floats: -0 is not +0.
.threads 4
        x = 0.0f32
        bnz tid, e
        x = -0.0f32
e:      sync
        m = match.any 15, x
        stop
.expect lockstep stop
.expect lockstep var m: 1 14 14 14
.expect volta stop
.expect volta var m: 1 14 14 14
.covers MA
