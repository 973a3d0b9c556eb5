; BP: cvt.i64.f16
.threads 43
.word 64
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 1.0f16 -1.0f16 0.9995f16 -0.9995f16 1.001f16 -1.001f16
.memory 16: 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16 2.5f16 -2.5f16
.memory 24: 3.0f16 -3.0f16 0.999f16 -0.999f16 100.7f16 -100.7f16 127.5f16 255.9f16
.memory 32: -128.9f16 10000.0f16 0.1f16 0.1251f16 1162.0f16 0.7993f16 0.4592f16 -2.922f16
.memory 40: 0.1257f16 -266.5f16 0.0931f16
        x = [tid]
        r = cvt.i64.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0 0 0 0 0 0 0 0
.expect memory 58: 65504 -65504 1 -1 0 0 1 -1
.expect memory 66: 0 0 1 -1 2 -2 2 -2
.expect memory 74: 3 -3 0 0 100 -100 127 255
.expect memory 82: -128 10000 0 0 1162 0 0 -2
.expect memory 90: 0 -266 0
.covers BP
