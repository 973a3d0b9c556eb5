; BP: sub.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 -0.4739f16 -0.4956f16 10.43f16 1.709f16
.memory 64: -0.0836f16 -3.031f16 0.2212f16 13.32f16 -0.2369f16 -661.5f16 -0.007565f16 -0.001607f16
.memory 72: -7.915e-5f16 0.0003848f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -5.07f16 0.1565f16 -0.128f16 -5.258f16
.memory 144: 0.404f16 0.2062f16 15.49f16 0.232f16 6.35f16 442.0f16 19.73f16 -0.003136f16
.memory 152: -0.005054f16 -4.06f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = sub.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: 0.0f16 0.0f16 -0.0f16 0.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16
.expect memory 168: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 inff16 -inff16 nanf16
.expect memory 176: inff16 inff16 -inff16 -inff16 -inff16 inff16 -inff16 inff16
.expect memory 184: inff16 inff16 -inff16 -inff16 -inff16 inff16 -inff16 inff16
.expect memory 192: 0.0f16 2.0f16 -2.0f16 0.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 -0.5f16 -0.5f16 6.0e-8f16
.expect memory 208: 6.1e-5f16 65500.0f16 0.0f16 65500.0f16 1.0f16 0.001465f16 0.9995f16 1.0f16
.expect memory 216: 2.0f16 -8.0f16 9.0f16 5.0f16 4.598f16 -0.6523f16 10.555f16 6.97f16
.expect memory 224: -0.4878f16 -3.238f16 -15.27f16 13.086f16 -6.59f16 -1104.0f16 -19.73f16 0.001529f16
.expect memory 232: 0.004974f16 4.06f16
.covers BP
