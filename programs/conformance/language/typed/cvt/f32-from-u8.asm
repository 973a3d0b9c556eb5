; BP: cvt.f32.u8
.threads 19
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 47 30 11 51 15
.memory 16: 19 -107 10
        x = [tid]
        r = cvt.f32.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0.0f32 1.0f32 2.0f32 3.0f32 7.0f32 255.0f32 254.0f32 127.0f32
.expect memory 28: 85.0f32 128.0f32 248.0f32 47.0f32 30.0f32 11.0f32 51.0f32 15.0f32
.expect memory 36: 19.0f32 149.0f32 10.0f32
.covers BP
