; AT: sums, differences, minima, maxima and exchanges of floats are rounded as those of section 10.
.threads 1
.memory 0: 16777216.0f32 0.5f64 65504.0f16 1.0f32 nanf32 0.0f64 2.0f16
        a = fetch_add.f32 [0], 1.0f32
        b = fetch_sub.f64 [1], 0.75f64
        c = fetch_add.f16 [2], 16.0f16
        d = fetch_min.f32 [3], -0.0f32
        e = fetch_max.f32 [4], -3.0f32
        f = fetch_min.f64 [5], -0.0f64
        g = fetch_exch.f16 [6], inff16
        stop
.expect var a: 16777216.0f32
.expect var b: 0.5f64
.expect var c: 65504.0f16
.expect var d: 1.0f32
.expect var e: nanf32
.expect var f: 0.0f64
.expect var g: 2.0f16
.expect memory 0: 16777216.0f32 -0.25f64 inff16 -0.0f32 -3.0f32 -0.0f64 inff16
.covers AT
