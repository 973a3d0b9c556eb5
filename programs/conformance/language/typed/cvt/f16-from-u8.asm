; BP: cvt.f16.u8
.threads 16
.word 32
.memory 0: 0 1 2 3 7 -1 -2 127
.memory 8: 85 -128 -8 47 37 67 -91 50
        x = [tid]
        r = cvt.f16.u8 x
        a = tid + 20
        [a] = r
        stop
.expect memory 20: 0.0f16 1.0f16 2.0f16 3.0f16 7.0f16 255.0f16 254.0f16 127.0f16
.expect memory 28: 85.0f16 128.0f16 248.0f16 47.0f16 37.0f16 67.0f16 165.0f16 50.0f16
.covers BP
