; BP: cvt.f16.i8
.threads 20
.word 32
.memory 0: 0 1 2 3 7 127 126 -128
.memory 8: -127 63 42 -1 -2 -7 -64 26
.memory 16: 8 -30 60 16
        x = [tid]
        r = cvt.f16.i8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0.0f16 1.0f16 2.0f16 3.0f16 7.0f16 127.0f16 126.0f16 -128.0f16
.expect memory 28: -127.0f16 63.0f16 42.0f16 -1.0f16 -2.0f16 -7.0f16 -64.0f16 26.0f16
.expect memory 36: 8.0f16 -30.0f16 60.0f16 16.0f16
.covers BP
