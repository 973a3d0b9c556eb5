; BP: cvt.f64.i8
.threads 20
.word 64
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 -85
.memory 16: 14 67 -12 8
        x = [tid]
        r = cvt.f64.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0.0f64 1.0f64 2.0f64 3.0f64 7.0f64 127.0f64 126.0f64 -128.0f64
.expect memory 28: -127.0f64 63.0f64 42.0f64 -1.0f64 -2.0f64 -7.0f64 -64.0f64 -85.0f64
.expect memory 36: 14.0f64 67.0f64 -12.0f64 8.0f64
.covers BP
