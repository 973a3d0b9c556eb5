; BP: remainder.f16
.threads 74
.word 32
.memory 0: 0.0f16 0.0f16 -0.0f16 -0.0f16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 8: 1.0f16 1.0f16 -1.0f16 -1.0f16 inff16 inff16 -inff16 -inff16
.memory 16: inff16 inff16 -inff16 -inff16 0.0f16 0.0f16 -0.0f16 -0.0f16
.memory 24: inff16 inff16 -inff16 -inff16 2.0f16 2.0f16 -2.0f16 -2.0f16
.memory 32: 1.0f16 1.0f16 -1.0f16 -1.0f16 nanf16 1.0f16 -509 inff16
.memory 40: nanf16 nanf16 1.0f16 0.0f16 nanf16 6.0e-8f16 2.0e-7f16 6.104e-5f16
.memory 48: 6.104e-5f16 65500.0f16 65500.0f16 65500.0f16 1.0f16 1.001f16 1.0f16 1.001f16
.memory 56: 5.0f16 -5.0f16 7.0f16 7.5f16 0.826f16 0.0838f16 -0.2091f16 -3.69f16
.memory 64: -0.2239f16 0.1056f16 -1.884f16 5.637f16 11.6f16 -122.5f16 -0.00596f16 17090.0f16
.memory 72: -701.5f16 78.56f16
.memory 80: 0.0f16 -0.0f16 0.0f16 -0.0f16 1.0f16 -1.0f16 1.0f16 -1.0f16
.memory 88: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 96: 0.0f16 -0.0f16 0.0f16 -0.0f16 inff16 -inff16 inff16 -inff16
.memory 104: 2.0f16 -2.0f16 2.0f16 -2.0f16 inff16 -inff16 inff16 -inff16
.memory 112: 1.0f16 -1.0f16 1.0f16 -1.0f16 1.0f16 nanf16 0.0f16 nanf16
.memory 120: inff16 nanf16 31745 nanf16 0.0f16 0.5f16 0.5f16 6.1e-5f16
.memory 128: 6.0e-8f16 6.0e-8f16 65500.0f16 2.0f16 6.0e-8f16 0.9995f16 0.0004883f16 0.0004883f16
.memory 136: 3.0f16 3.0f16 -2.0f16 2.5f16 -0.2295f16 13.66f16 -0.169f16 11.72f16
.memory 144: -0.3289f16 1.669f16 -0.11206f16 -0.11957f16 -0.596f16 200.8f16 -894.5f16 0.005463f16
.memory 152: -1787.0f16 3.63f16
        x = [tid]
        a = tid + 80
        y = [a]
        r = remainder.f16 x, y
        a = tid + 160
        [a] = r
        stop
.expect memory 160: nanf16 nanf16 nanf16 nanf16 0.0f16 0.0f16 -0.0f16 -0.0f16
.expect memory 168: nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16 nanf16
.expect memory 176: nanf16 nanf16 nanf16 nanf16 0.0f16 0.0f16 -0.0f16 -0.0f16
.expect memory 184: nanf16 nanf16 nanf16 nanf16 2.0f16 2.0f16 -2.0f16 -2.0f16
.expect memory 192: 0.0f16 0.0f16 -0.0f16 -0.0f16 nanf16 nanf16 nanf16 nanf16
.expect memory 200: nanf16 nanf16 nanf16 nanf16 nanf16 6.0e-8f16 2.0e-7f16 6.0e-8f16
.expect memory 208: 0.0f16 0.0f16 0.0f16 0.0f16 0.0f16 0.001465f16 0.0f16 0.0f16
.expect memory 216: -1.0f16 1.0f16 -1.0f16 0.0f16 -0.0918f16 0.0838f16 -0.04016f16 -3.69f16
.expect memory 224: 0.105f16 0.1056f16 0.02124f16 0.01703f16 0.274f16 78.25f16 -0.00596f16 0.0005493f16
.expect memory 232: -701.5f16 -1.316f16
.covers BP
