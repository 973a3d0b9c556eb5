; BP: cvt.f64.u8
.threads 18
.word 64
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 4 17 10 18 11
.memory 16: 29 5
        x = [tid]
        r = cvt.f64.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0.0f64 1.0f64 2.0f64 3.0f64 7.0f64 255.0f64 254.0f64 127.0f64
.expect memory 28: 85.0f64 128.0f64 248.0f64 4.0f64 17.0f64 10.0f64 18.0f64 11.0f64
.expect memory 36: 29.0f64 5.0f64
.covers BP
