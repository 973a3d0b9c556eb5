; BP: select.f16, which tests the whole word of its condition
.threads 31
.word 32
.memory 0: 0 1 -1 256 65536 -32768 0 1
.memory 8: -1 256 65536 -32768 0 1 -1 256
.memory 16: 65536 -32768 0 1 -1 256 65536 -32768
.memory 24: 0 1 -1 256 65536 -32768 0
.memory 40: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 48: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 56: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 64: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745
.memory 80: 1.001f16 1.001f16 inff16 1.0f16 -6.104e-5f16 -1.5f16 -6.104e-5f16 1.0f16
.memory 88: -6.1e-5f16 -6.0e-8f16 1.5f16 1.5f16 0.0f16 0.9995f16 -65500.0f16 31745
.memory 96: -65500.0f16 0.0f16 1.001f16 -0.5f16 0.5f16 1.5f16 1.001f16 0.0f16
.memory 104: -65500.0f16 31745 -2.0f16 -507 6.1e-5f16 0.9995f16 1.5f16
        x = [tid]
        a = tid + 40
        y = [a]
        a = tid + 80
        z = [a]
        r = select.f16 x, y, z
        a = tid + 120
        [a] = r
        stop
.expect memory 120: 1.001f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 -6.104e-5f16 -6.104e-5f16
.expect memory 128: 65500.0f16 -65500.0f16 inff16 -inff16 0.0f16 -1.0f16 0.9995f16 -0.9995f16
.expect memory 136: 1.001f16 -1.001f16 1.001f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.expect memory 144: -65500.0f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 1.5f16
.covers BP
