; BP: log10.f16
.threads 44
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 10.0f16
.memory 32: 100.0f16 1000.0f16 0.001f16 22.45f16 3.303f16 0.000922f16 304.8f16 38.84f16
.memory 40: 451.5f16 15340.0f16 0.08203f16 0.981f16
        x = [tid]
        r = log10.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: -inff16 -inff16 -7.227f16 nanf16 -4.215f16 nanf16 -4.215f16 nanf16
.expect memory 58: 4.816f16 nanf16 inff16 nanf16 0.0f16 nanf16 -0.0002121f16 nanf16
.expect memory 66: 0.000424f16 nanf16 -0.301f16 nanf16 0.1761f16 nanf16 0.301f16 nanf16
.expect memory 74: 0.398f16 nanf16 0.477f16 nanf16 nanf16 nanf16 nanf16 1.0f16
.expect memory 82: 2.0f16 3.0f16 -3.0f16 1.352f16 0.519f16 -3.035f16 2.484f16 1.589f16
.expect memory 90: 2.654f16 4.188f16 -1.086f16 -0.00835f16
.covers BP
