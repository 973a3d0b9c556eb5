; BP: cvt.u16.f16
.threads 30
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 1.0f16 0.9995f16 -0.9995f16 1.001f16 0.5f16 -0.5f16 1.5f16
.memory 16: 2.0f16 2.5f16 3.0f16 0.999f16 -0.999f16 100.7f16 127.5f16 255.9f16
.memory 24: 10000.0f16 0.1f16 -0.9146f16 1493.0f16 1.116f16 1423.0f16
        x = [tid]
        r = cvt.u16.f16 x
        a = tid + 30
        [a] = r
        stop
.expect memory 30: 0 0 0 0 0 0 0 0
.expect memory 38: -32 1 0 0 1 0 0 1
.expect memory 46: 2 2 3 0 0 100 127 255
.expect memory 54: 10000 0 0 1493 1 1423
.covers BP
