; BP: cvt.u8.f32
.threads 29
.word 32
.memory 0: 0.0f32 -0.0f32 1.0e-45f32 -1.0e-45f32 1.1754942e-38f32 -1.1754942e-38f32 1.1754944e-38f32 -1.1754944e-38f32
.memory 8: 1.0f32 0.99999994f32 -0.99999994f32 1.0000001f32 0.5f32 -0.5f32 1.5f32 2.0f32
.memory 16: 2.5f32 3.0f32 0.999f32 -0.999f32 100.7f32 127.5f32 255.9f32 0.1f32
.memory 24: 17.320875f32 1.9122317f32 254.99998f32 255.0f32 255.00002f32
        x = [tid]
        r = cvt.u8.f32 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 0 0 0 0 0 0 0
.expect memory 38: 1 0 0 1 0 0 1 2
.expect memory 46: 2 3 0 0 100 127 -1 0
.expect memory 54: 17 1 -2 -1 -1
.covers BP
