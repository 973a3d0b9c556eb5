; BP: log2.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 8.0f16
.memory 32: 0.125f16 3.5f16 0.1014f16 843.5f16 0.005543f16 2.68f16 0.007404f16 0.05026f16
.memory 40: 7.75f16 0.0001262f16 0.00349f16
        x = [tid]
        r = log2.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: -inff16 -inff16 -24.0f16 nanf16 -14.0f16 nanf16 -14.0f16 nanf16
.expect memory 58: 16.0f16 nanf16 inff16 nanf16 0.0f16 nanf16 -0.000705f16 nanf16
.expect memory 66: 0.001409f16 nanf16 -1.0f16 nanf16 0.585f16 nanf16 1.0f16 nanf16
.expect memory 74: 1.322f16 nanf16 1.585f16 nanf16 nanf16 nanf16 nanf16 3.0f16
.expect memory 82: -3.0f16 1.808f16 -3.303f16 9.72f16 -7.496f16 1.422f16 -7.08f16 -4.313f16
.expect memory 90: 2.955f16 -12.95f16 -8.164f16
.covers BP
