; BP: hypot.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.3135f16 0.936f16 -5.15f16 0.4893f16
.memory 64: 1.532f16 0.4736f16 0.928f16 5.39f16 -5.723f16 -0.00612f16 0.09076f16 34.78f16
.memory 72: 0.000989f16 21280.0f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 0.06274f16 2.99f16 -1.866f16 0.658f16
.memory 144: 1.661f16 -0.2162f16 -0.12f16 -0.11957f16 2.395f16 -0.02988f16 -0.4277f16 188.8f16
.memory 152: -0.0508f16 -2.777f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = hypot.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 0.0f16 0.0f16 0.0f16 1.0f16 1.0f16 1.0f16 1.0f16
.expect memory 168: 1.0f16 1.0f16 1.0f16 1.0f16 inff16 inff16 inff16 inff16
.expect memory 176: inff16 inff16 inff16 inff16 inff16 inff16 inff16 inff16
.expect memory 184: inff16 inff16 inff16 inff16 inff16 inff16 inff16 inff16
.expect memory 192: 1.414f16 1.414f16 1.414f16 1.414f16 nanf16 nanf16 nanf16 inff16
.expect memory 200: inff16 nanf16 nanf16 nanf16 nanf16 0.5f16 0.5f16 8.625e-5f16
.expect memory 208: 6.104e-5f16 65500.0f16 inff16 65500.0f16 1.0f16 1.415f16 1.0f16 1.001f16
.expect memory 216: 5.832f16 5.832f16 7.28f16 7.906f16 0.3196f16 3.133f16 5.477f16 0.8203f16
.expect memory 224: 2.26f16 0.5205f16 0.936f16 5.39f16 6.203f16 0.0305f16 0.4373f16 191.9f16
.expect memory 232: 0.0508f16 21280.0f16
.covers BP
