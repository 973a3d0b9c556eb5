; BP: cospi.f16
.threads 45
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.25f16
.memory 32: 0.75f16 1000.0f16 1001.5f16 -3.5f16 -2.756f16 2.232f16 0.1682f16 -6.453f16
.memory 40: -29.97f16 3.938f16 0.232f16 -0.1741f16 26.97f16
        x = [tid]
        r = cospi.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16 1.0f16
.expect memory 58: 1.0f16 1.0f16 nanf16 nanf16 -1.0f16 -1.0f16 -1.0f16 -1.0f16
.expect memory 66: -1.0f16 -1.0f16 0.0f16 0.0f16 0.0f16 0.0f16 1.0f16 1.0f16
.expect memory 74: 0.0f16 0.0f16 -1.0f16 -1.0f16 nanf16 nanf16 nanf16 0.707f16
.expect memory 82: -0.707f16 1.0f16 0.0f16 0.0f16 -0.72f16 0.745f16 0.864f16 0.1467f16
.expect memory 90: 0.995f16 0.981f16 0.7456f16 0.854f16 -0.995f16
.covers BP
