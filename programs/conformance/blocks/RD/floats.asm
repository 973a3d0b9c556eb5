; Least and greatest of floats; the other operations have no float types.
.threads 4
        x = 2.5f32
        c = tid == 1
        bz c, e
        x = -1.5f32
e:      sync
        l = reduce.min.f32 15, x
        g = reduce.max.f32 15, x
        stop
.expect lockstep stop
.expect lockstep var l: -1.5f32 -1.5f32 -1.5f32 -1.5f32
.expect lockstep var g: 2.5f32 2.5f32 2.5f32 2.5f32
.expect volta stop
.expect volta var l: -1.5f32 -1.5f32 -1.5f32 -1.5f32
.expect volta var g: 2.5f32 2.5f32 2.5f32 2.5f32
.covers RD
