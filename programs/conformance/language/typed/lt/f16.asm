; BP: lt.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 1.173f16 -12.46f16 0.5366f16 1.67f16
.memory 64: -0.3904f16 -0.1577f16 1.81f16 -4.305f16 1.005f16 11340.0f16 0.977f16 0.0002432f16
.memory 72: -19600.0f16 2.023f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -1.35f16 0.12f16 15.89f16 1.175f16
.memory 144: -0.7295f16 12.73f16 -5.51f16 1.449f16 -9.63f16 -1170.0f16 -0.000398f16 -1.342f16
.memory 152: -0.02396f16 -0.0002773f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = lt.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0 0 0 0 1 0 1 0
.expect memory 168: 0 0 1 1 0 0 1 0
.expect memory 176: 0 0 1 1 1 0 1 0
.expect memory 184: 0 0 1 1 1 0 1 0
.expect memory 192: 0 0 1 0 0 0 0 0
.expect memory 200: 0 0 0 0 0 1 1 0
.expect memory 208: 0 0 0 0 0 0 0 0
.expect memory 216: 0 1 0 0 0 1 1 0
.expect memory 224: 0 1 0 1 0 0 0 0
.expect memory 232: 1 0 0 0 0 0 0 0
.covers BP
