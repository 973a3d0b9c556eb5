; AT: fetch_cas of floats compares patterns, as CUDA does: -0 is not 0, and a NaN equals itself.
.threads 1
.memory 0: -0.0f32 nanf32 1.5f32
        a = fetch_cas.f32 [0], 0.0f32, 9.0f32
        b = fetch_cas.f32 [1], nanf32, 2.0f32
        c = fetch_cas.f32 [2], 1.5f32, 2.5f32
        stop
.expect var a: -0.0f32
.expect var b: nanf32
.expect var c: 1.5f32
.expect memory 0: -0.0f32 2.0f32 2.5f32
.covers AT
