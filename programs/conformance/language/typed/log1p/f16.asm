; BP: log1p.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 -0.9f16
.memory 32: 1.0e-6f16 -0.999f16 -0.091f16 2.656f16 -1.374f16 -0.3928f16 -0.1793f16 2.047f16
.memory 40: 0.946f16 -0.07776f16 -12.266f16
        x = [tid]
        r = log1p.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.expect memory 58: 11.09f16 nanf16 inff16 nanf16 0.6934f16 -inff16 0.693f16 -7.625f16
.expect memory 66: 0.694f16 nanf16 0.4055f16 -0.6934f16 0.9165f16 nanf16 1.099f16 nanf16
.expect memory 74: 1.253f16 nanf16 1.387f16 nanf16 nanf16 nanf16 nanf16 -2.3f16
.expect memory 82: 1.0e-6f16 -6.93f16 -0.0954f16 1.297f16 nanf16 -0.499f16 -0.1976f16 1.114f16
.expect memory 90: 0.6655f16 -0.08093f16 nanf16
.covers BP
