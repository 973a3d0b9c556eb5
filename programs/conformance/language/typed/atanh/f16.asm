; BP: atanh.f16
.threads 43
.word 32
.memory 0: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 8: 65500.0f16 -65500.0f16 inff16 -inff16 1.0f16 -1.0f16 0.9995f16 -0.9995f16
.memory 16: 1.001f16 -1.001f16 0.5f16 -0.5f16 1.5f16 -1.5f16 2.0f16 -2.0f16
.memory 24: 2.5f16 -2.5f16 3.0f16 -3.0f16 nanf16 -507 31745 0.999f16
.memory 32: 0.25f16 0.001f16 -0.05603f16 -0.01758f16 -0.2032f16 -0.0288f16 0.06555f16 0.6997f16
.memory 40: -0.0448f16 -0.4453f16 0.2358f16
        x = [tid]
        r = atanh.f16 x
        a = tid + 50
        [a] = r
        stop
.expect memory 50: 0.0f16 -0.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.expect memory 58: nanf16 nanf16 nanf16 nanf16 inff16 -inff16 4.16f16 -4.16f16
.expect memory 66: nanf16 nanf16 0.5493f16 -0.5493f16 nanf16 nanf16 nanf16 nanf16
.expect memory 74: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 3.813f16
.expect memory 82: 0.2554f16 0.001f16 -0.0561f16 -0.01758f16 -0.2062f16 -0.02881f16 0.0657f16 0.8667f16
.expect memory 90: -0.04483f16 -0.4788f16 0.2404f16
.covers BP
