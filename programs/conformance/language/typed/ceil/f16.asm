; BP: ceil.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.3f16
.memory 32: -0.7f16 4.0f16 13.46f16 0.3997f16 6.027f16 -7.984f16 -29.42f16 -1.153f16
.memory 40: 10.125f16 -0.1365f16 14.68f16
        x = [tid]
        r = ceil.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 1.0f16 -0.0f16 1.0f16 -0.0f16 1.0f16 -0.0f16
.expect memory 58: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 1.0f16 -0.0f16
.expect memory 66: 2.0f16 -1.0f16 1.0f16 -0.0f16 2.0f16 -1.0f16 2.0f16 -2.0f16
.expect memory 74: 3.0f16 -2.0f16 3.0f16 -3.0f16 nanf16 nanf16 nanf16 1.0f16
.expect memory 82: -0.0f16 4.0f16 14.0f16 1.0f16 7.0f16 -7.0f16 -29.0f16 -1.0f16
.expect memory 90: 11.0f16 -0.0f16 15.0f16
.covers BP
