; BP: asin.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.999f16
.memory 32: 0.25f16 0.001f16 0.2267f16 0.0764f16 0.11084f16 -0.02618f16 0.05344f16 -0.05917f16
.memory 40: 0.1737f16 0.2148f16 -0.777f16
        x = [tid]
        r = asin.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.expect memory 58: nanf16 nanf16 nanf16 nanf16 1.57f16 -1.57f16 1.539f16 -1.539f16
.expect memory 66: nanf16 nanf16 0.5234f16 -0.5234f16 nanf16 nanf16 nanf16 nanf16
.expect memory 74: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 1.526f16
.expect memory 82: 0.2527f16 0.001f16 0.2286f16 0.0765f16 0.1111f16 -0.02618f16 0.05347f16 -0.0592f16
.expect memory 90: 0.1746f16 0.2166f16 -0.8896f16
.covers BP
