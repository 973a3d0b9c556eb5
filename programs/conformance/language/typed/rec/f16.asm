; BP: rec.f16
.threads 42
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 7.0f16
.memory 32: 0.001f16 -0.3577f16 0.1592f16 0.4485f16 -1.215f16 -1.301f16 9.89f16 -12.24f16
.memory 40: 13.87f16 -5.57f16
        x = [tid]
        r = rec.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: inff16 -inff16 inff16 -inff16 16400.0f16 -16400.0f16 16380.0f16 -16380.0f16
.expect memory 58: 1.526e-5f16 -1.526e-5f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.001f16 -1.001f16
.expect memory 66: 0.999f16 -0.999f16 2.0f16 -2.0f16 0.6665f16 -0.6665f16 0.5f16 -0.5f16
.expect memory 74: 0.4f16 -0.4f16 0.3333f16 -0.3333f16 nanf16 nanf16 nanf16 0.1428f16
.expect memory 82: 999.5f16 -2.797f16 6.28f16 2.23f16 -0.823f16 -0.7686f16 0.10114f16 -0.08167f16
.expect memory 90: 0.0721f16 -0.1796f16
.covers BP
