; BP: cvt.u8.f16
.threads 32
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 1.0f16 0.9995f16 -0.9995f16 1.001f16 0.5f16 -0.5f16 1.5f16 2.0f16
.memory 16: 2.5f16 3.0f16 0.999f16 -0.999f16 100.7f16 127.5f16 255.9f16 0.1f16
.memory 24: 0.08167f16 0.2079f16 0.411f16 81.94f16 0.0745f16 254.9f16 255.0f16 255.1f16
        x = [tid]
        r = cvt.u8.f16 x
        a = tid + 40
        [a] = r
        stop
.expect memory 40: 0 0 0 0 0 0 0 0
.expect memory 48: 1 0 0 1 0 0 1 2
.expect memory 56: 2 3 0 0 100 127 -1 0
.expect memory 64: 0 0 0 81 0 -2 -1 -1
.covers BP
