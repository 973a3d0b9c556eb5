; BP: le.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 2.75f16 -8.47f16 -1.185f16 -4.438f16
.memory 64: 1.17f16 -2.916f16 1.163f16 -2.53f16 0.6187f16 -0.4385f16 -668.5f16 0.001166f16
.memory 72: 2.057f16 -842.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 1.056f16 -1.331f16 4.93f16 0.35f16
.memory 144: -1.578f16 -1.907f16 0.07336f16 -0.12366f16 -5.74f16 0.1398f16 7060.0f16 0.02788f16
.memory 152: -0.0007553f16 6772.0f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = le.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 1 1 1 1 1 0 1 0
.expect memory 168: 0 0 1 1 1 0 1 1
.expect memory 176: 0 0 1 1 1 0 1 0
.expect memory 184: 0 0 1 1 1 0 1 0
.expect memory 192: 1 0 1 1 0 0 0 0
.expect memory 200: 0 0 0 0 0 1 1 0
.expect memory 208: 0 0 1 0 0 0 0 0
.expect memory 216: 0 1 0 0 0 1 1 1
.expect memory 224: 0 1 0 1 0 1 1 1
.expect memory 232: 0 1 1 1 1 1 1 1
.covers BP
