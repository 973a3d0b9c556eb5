; BP: cvt.i8.f16
.threads 39
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 1.0f16 -1.0f16 0.9995f16 -0.9995f16 1.001f16 -1.001f16 0.5f16 -0.5f16
.memory 16: 1.5f16 -1.5f16 2.0f16 -2.0f16 2.5f16 -2.5f16 3.0f16 -3.0f16
.memory 24: 0.999f16 -0.999f16 100.7f16 -100.7f16 127.5f16 -128.9f16 0.1f16 -79.94f16
.memory 32: 52.25f16 126.94f16 127.0f16 127.06f16 -127.94f16 -128.0f16 -128.1f16
        x = [tid]
        r = cvt.i8.f16 x
        a = tid + 40
        [a] = r
        stop
.expect memory 40: 0 0 0 0 0 0 0 0
.expect memory 48: 1 -1 0 0 1 -1 0 0
.expect memory 56: 1 -1 2 -2 2 -2 3 -3
.expect memory 64: 0 0 100 -100 127 -128 0 -79
.expect memory 72: 52 126 127 127 -127 -128 -128
.covers BP
