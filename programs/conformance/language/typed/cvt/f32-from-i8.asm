; BP: cvt.f32.i8
.threads 20
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 -46
.memory 16: 14 -3 58 59
        x = [tid]
        r = cvt.f32.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0.0f32 1.0f32 2.0f32 3.0f32 7.0f32 127.0f32 126.0f32 -128.0f32
.expect memory 28: -127.0f32 63.0f32 42.0f32 -1.0f32 -2.0f32 -7.0f32 -64.0f32 -46.0f32
.expect memory 36: 14.0f32 -3.0f32 58.0f32 59.0f32
.covers BP
