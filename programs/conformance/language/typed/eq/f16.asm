; BP: eq.f16
.threads 80
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 5.535f16 -0.1169f16 -0.332f16 1.824f16
.memory 64: -0.616f16 14.625f16 -1.85f16 0.0699f16 0.348f16 -5.12f16 0.003473f16 3094.0f16
.memory 72: 0.00407f16 -0.01101f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -0.1018f16 0.1957f16 -0.07715f16 0.4385f16
.memory 144: -2.3f16 -6.98f16 -12.45f16 0.087f16 0.3945f16 0.10645f16 -22800.0f16 -0.0004647f16
.memory 152: 0.01917f16 -0.000737f16 6.0e-8f16 -6.0e-8f16 6.1e-5f16 -6.1e-5f16 6.104e-5f16 -6.104e-5f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = eq.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 1 1 1 1 0 0 0 0
.expect memory 168: 0 0 0 0 1 0 0 1
.expect memory 176: 0 0 0 0 0 0 0 0
.expect memory 184: 0 0 0 0 0 0 0 0
.expect memory 192: 1 0 0 1 0 0 0 0
.expect memory 200: 0 0 0 0 0 0 0 0
.expect memory 208: 0 0 1 0 0 0 0 0
.expect memory 216: 0 0 0 0 0 0 0 0
.expect memory 224: 0 0 0 0 0 0 0 0
.expect memory 232: 0 0 1 1 1 1 1 1
.covers BP
